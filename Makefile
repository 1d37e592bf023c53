# `make help` lists what there is; each target sets up its own virtual environment first.
PYTHON ?= python3
VENV ?= .venv
INPUT ?= corpora/sample/cards.en.cdb
OUT ?= build/tags.parquet
MINUTES ?= 10
PYTEST ?=
SEED ?= 1
# By the shell's variables, for names may hold spaces and quotes.
export INPUT OUT
# An editable install compiles nothing, and needs no compiler for it.
export ONCEPER_COMPILED := 0
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check --constraint requirements.lock

.PHONY: help tag test test-all evidence fast pure torture docs bench scores lock clean
.DEFAULT_GOAL := help

help:
	@echo 'make tag     tag the sample cards; your own: make tag INPUT=cards.cdb OUT=tags.parquet'
	@echo 'make test    check each kind of thing once (what needs Java 17 or a browser skips without)'
	@echo 'make test-all  check everything: what is generated in every language, each datum taken away, torture'
	@echo 'make evidence  choose the words that tell the languages apart, as make test does first'
	@echo 'make fast    compile the modules that reading runs through (needs a C compiler; make pure undoes it)'
	@echo 'make torture try to break it: texts, runs, inputs (about MINUTES each, SEED as you like)'
	@echo 'make docs    build the docs site, which needs no network, into build/site'
	@echo 'make scores  precision and recall over the test splits'
	@echo 'make bench   measure speed'
	@echo 'make lock    renew requirements.lock'
	@echo 'make clean   remove $(VENV), build, dist and what make fast compiled'
	@echo 'PYTHON=python3.13 names the Python and VENV=folder the virtual environment. The program is $(BIN)/onceper.'

tag: $(VENV)/installed
	@mkdir -p build "$$(dirname "$$OUT")"
	@echo "$(BIN)/onceper tag '$$INPUT' -o '$$OUT'"
	@$(BIN)/onceper tag "$$INPUT" -o "$$OUT"
	@echo "wrote $$OUT. Next:"
	@case "$$OUT" in \
		*.db | *.sqlite | *.duckdb) echo "  less docs/sql.md    # the tables and views in it, with queries" ;; \
		*) echo "  $(BIN)/onceper report '$$OUT' -o build/report.html    # a page to search and filter, for your browser" ;; \
	esac
	@echo "  $(BIN)/onceper explain 'Once per turn: You can draw 1 card.'"

# The types are checked while the first tests run: else one core would wait.
test: $(VENV)/installed-dev evidence
	@java -version >/dev/null 2>&1 || test -x "$$JAVA_HOME/bin/java" || echo "no Java here: the tests of Apache Spark skip"
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@mkdir -p build
	$(BIN)/mypy >build/mypy.log & types=$$!; \
		$(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder $(PYTEST); tests=$$?; \
		wait $$types; types=$$?; cat build/mypy.log; exit $$((tests | types))

# A marker given last replaces that of pyproject.toml.
test-all:
	@$(MAKE) --no-print-directory test PYTEST='-m "whole or not whole"'
	@$(MAKE) --no-print-directory torture MINUTES=2

# What it writes hangs on every text that the project has: it is made anew and said, and no test asks for it.
evidence: $(VENV)/installed
	@$(BIN)/python corpora/evidence.py

# Readings are the same with it and without; `make test` then tests what is compiled.
fast: $(VENV)/installed
	@$(PYTHON) -c 'import shutil, sys; sys.exit(not any(map(shutil.which, ("cc", "gcc", "clang", "cl"))))' || { \
		echo "make fast found no C compiler (cc, gcc, clang or cl): install one, or leave it: onceper runs without" >&2; exit 1; }
	$(PIP) --quiet hatchling 'mypy[mypyc]' setuptools
	@$(MAKE) --no-print-directory pure
	$(BIN)/python hatch_build.py
	@$(BIN)/onceper --version

pure:
	@find parser -name '*.so' -delete -o -name '*.pyd' -delete
	@rm -f parser/onceper/_compiled.json

# Each of them ends with an error where something broke; the others are tried all the same.
torture: $(VENV)/installed-dev
	@broken=0; for part in any_text runs inputs; do \
		echo "== tests/torture/$$part.py"; $(BIN)/python tests/torture/$$part.py --minutes $(MINUTES) --seed $(SEED) || broken=1; \
	done; exit $$broken

docs: $(VENV)/installed-docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build
	@echo "open build/site/index.html"

# What is installed is compiled where there is a compiler: read in turn with plain spaCy as well.
bench: $(VENV)/installed-dev
	$(BIN)/python tests/benchmarks/bench.py
	ONCEPER_COMPILED=1 $(PIP) --quiet --no-deps --upgrade --target build/compiled/site .
	PYTHONPATH=build/compiled/site $(BIN)/python tests/benchmarks/bench.py
	$(BIN)/python tests/benchmarks/expressions.py
	$(BIN)/python tests/benchmarks/entry_points.py
	$(BIN)/python tests/benchmarks/repeats.py
	$(BIN)/python tests/benchmarks/evaluator.py
	$(BIN)/python tests/benchmarks/scale.py
	$(BIN)/python tests/benchmarks/pages.py

scores: $(VENV)/installed
	@$(BIN)/python corpora/scores.py

# Writes requirements.lock anew from the lower bounds of pyproject.toml.
# Without hashes: pip then refuses an editable install, and names of which a lock holds more than is asked for.
lock:
	uv pip compile pyproject.toml --extra dev --extra notebooks --universal --python-version 3.11 --upgrade \
		--no-emit-index-url --no-annotate --no-header --quiet --output-file requirements.lock

clean: pure
	rm -rf $(VENV) build dist

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "onceper needs Python 3.11 or later; name one with make PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# Measured with Python 3.11 on Linux: 230 MB of wheels, 1 GB on the disk; with all that the tests need 2.2 GB.
$(VENV)/installed: pyproject.toml requirements.lock hatch_build.py | $(BIN)/python
	@echo "installing onceper into $(VENV), once: about 230 MB to download, 1 GB on the disk"
	$(PIP) --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml requirements.lock hatch_build.py | $(BIN)/python
	@echo "installing what the tests need into $(VENV), once: about 2.2 GB on the disk"
	$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/installed $(VENV)/installed-docs

$(VENV)/installed-docs: pyproject.toml requirements.lock hatch_build.py | $(BIN)/python
	@echo "installing what builds the docs into $(VENV), once"
	$(PIP) --editable '.[docs]'
	@touch $@ $(VENV)/installed
