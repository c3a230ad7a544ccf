# `make` alone says what can be done. PYTHON=… names another interpreter (3.11 or later).
PYTHON ?= python3
SCENE ?=
# Test processes: a number, auto, or 0 for none beside pytest itself.
JOBS ?= auto
TESTS ?=

PIP := .venv/bin/python -m pip install -q --disable-pip-version-check
BIN := .venv/bin

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup setup-dev play play-terminal test soak check format bench lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: .venv/.ready ## make .venv with everything that play needs

setup-dev: .venv/.ready-dev ## add what tests and checks need

play: setup ## play: opens the table in a browser and prints its link (SCENE=sump-gate begins one)
	@$(BIN)/fireteam serve --open $(SCENE)

play-terminal: setup ## play in the terminal
	@$(BIN)/fireteam play $(SCENE)

test: setup-dev ## run the tests (TESTS="tests/kernel -k dice", JOBS=0)
	$(BIN)/python -m pytest -n $(JOBS) $(TESTS)

soak: setup-dev ## play every bundled scene at random with many seeds (SEEDS=1000)
	FIRETEAM_SEEDS=$(or $(SEEDS),1000) $(BIN)/python -m pytest -n $(JOBS) tests/contract -k random_play

check: setup-dev ## lint, format, types, import contracts, docs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	@if [ -d tests/docs ]; then set -x; $(BIN)/python -m pytest tests/docs; else echo "No tests/docs: no docs checks."; fi

format: setup-dev ## format the code and mend what lint can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: setup-dev ## run every benchmark in turn
	@set -e; for script in benchmarks/*.py; do \
	  if [ -f "$$script" ]; then echo "== $$script"; $(BIN)/python "$$script"; else echo "No benchmarks yet."; fi; done

lock: ## export the pinned, hashed requirements anew (UPGRADE=1 for the newest)
	@tools/lock $(if $(UPGRADE),--upgrade)

clean: ## remove .venv, caches and build leftovers
	rm -rf .venv build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache htmlcov .coverage .coverage.*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps: made anew only when a file that they follow from is newer.
.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Fireteam needs Python 3.11 or later; $(PYTHON) is not. Say which one to take: make PYTHON=python3.12 ..." >&2; exit 1; }
	@echo "Setting up .venv (once, under a minute) ..."
	@$(PYTHON) -m venv --clear .venv
	@touch $@

.venv/.ready: .venv/.made requirements.txt pyproject.toml
	@$(PIP) --require-hashes -r requirements.txt
	@$(PIP) --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q src
	@touch $@

.venv/.ready-dev: .venv/.ready requirements-dev.txt
	@echo "Adding what tests and checks need ..."
	@$(PIP) --require-hashes -r requirements-dev.txt
	@touch $@
