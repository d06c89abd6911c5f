"""The arena: two searchers against each other on any game, or two solvers on SameGame boards."""
