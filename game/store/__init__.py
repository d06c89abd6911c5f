"""What is kept on disk: files, settings, and how nothing of them is lost."""
