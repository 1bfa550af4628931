"""`python -m ludens` is the `ludens` command."""

import sys

from ludens.cli import main

sys.exit(main())
