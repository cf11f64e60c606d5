"""`python -m maia.testing.demo`."""

import sys

from maia.testing.demo.run import main

if __name__ == "__main__":
    sys.exit(main())
