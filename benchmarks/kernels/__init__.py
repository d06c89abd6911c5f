"""What benchmarks compile of their own."""
