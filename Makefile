# `make tag` and `make test` are all one needs; each sets up its own virtual environment first.
PYTHON ?= python3
VENV ?= .venv
INPUT ?= corpora/sample/cards.en.cdb
OUT ?= build/tags.parquet
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock

.PHONY: tag test bench scores lock clean

tag: $(VENV)/installed
	@mkdir -p "$(dir $(OUT))"
	@$(BIN)/onceper tag "$(INPUT)" -o "$(OUT)"
	@echo "wrote $(OUT)"

test: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest --numprocesses auto --dist loadfile

bench: $(VENV)/installed-dev
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/entry_points.py
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/growth.py
	$(BIN)/python benchmarks/evaluator.py
	$(BIN)/python benchmarks/scale.py
	$(BIN)/python benchmarks/pages.py

scores: $(VENV)/installed
	@$(BIN)/python corpora/scores.py

# Writes requirements.lock anew from the lower bounds of pyproject.toml.
lock:
	uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --upgrade \
		--no-emit-index-url --no-annotate --no-header --quiet --output-file requirements.lock

clean:
	rm -rf $(VENV) build dist

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "onceper needs Python 3.11 or later; name one with make PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml requirements.lock hatch_build.py | $(BIN)/python
	$(PIP) --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml requirements.lock hatch_build.py | $(BIN)/python
	$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/installed
