"""Run the command line with ``python -m onceper``."""

from onceper.cli.main import main

main()
