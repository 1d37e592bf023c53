"""Run the command line with ``python -m onceper``."""

from onceper.cli.start import start

start()
