"""``python -m playout`` is the command ``playout``."""

import sys

from playout import main

if __name__ == "__main__":
    sys.exit(main())
