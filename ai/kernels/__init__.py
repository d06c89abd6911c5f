"""What kernels are made of; `ai.contract.kernel` says what a kernel holds."""
