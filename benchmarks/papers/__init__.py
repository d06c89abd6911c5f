"""The papers' experiments, run again with ``python -m benchmarks.papers``."""
