"""The papers' experiments, run again; ``python -m benchmarks.papers`` writes docs/papers.md."""
