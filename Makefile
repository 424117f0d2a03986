# What a person does with this project; `make help` lists it.

VENV := .venv
BIN := $(VENV)/bin

# The environment is made again when what must be in it changes, or when its interpreter is gone.
RUN_STAMP := $(VENV)/.run-$(shell cat requirements.txt | cksum | tr ' ' '-')
DEV_STAMP := $(VENV)/.dev-$(shell cat requirements.txt requirements-dev.txt | cksum | tr ' ' '-')
INTERPRETER_GONE := $(if $(wildcard $(BIN)/python),,interpreter-gone)

# What the benchmarks share, and what makes data of catalogs with truth.
NOT_MEASURING := $(patsubst %,bench/%.py,__init__ cpu truths calibration first_sight)

# Images of containers often forbid Python to keep what it compiles: each process would then compile all that it imports anew.
ifneq ($(PYTHONDONTWRITEBYTECODE),)
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX ?= $(CURDIR)/$(VENV)/compiled
endif

.DEFAULT_GOAL := help
.PHONY: run test lint format bench clean help chromium interpreter-gone

run: $(RUN_STAMP) ## start everything in the foreground (PORT, HOST, PDFSKU_DATA_DIR, WORKERS); Ctrl-C stops it
	@exec $(BIN)/python -m pdfsku.supervisor --follow-parent

test: $(DEV_STAMP) chromium ## run all tests (ARGS="-k name" for some of them)
	@$(call pytest,-n auto --dist worksteal -m "not slow and not serial")
	@$(call pytest,-n auto --dist worksteal -m "slow and not serial")
	@$(call pytest,-m serial)

lint: $(DEV_STAMP) ## check format, lint, types, migrations, translations and generated documents
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy .
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py check_translations
	$(BIN)/python manage.py check_documents

format: $(DEV_STAMP) ## put the code into its form
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

bench: $(DEV_STAMP) ## run the benchmarks (ONLY=startup for one of them)
	@for script in $(or $(ONLY:%=bench/%.py),$(filter-out $(NOT_MEASURING),$(wildcard bench/*.py))); do echo "== $$script"; $(BIN)/python $$script || exit 1; done

clean: ## remove the environment and caches; data in var/ stays
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache staticfiles
	find . -name __pycache__ -not -path './var/*' -prune -exec rm -rf {} +

help: ## list what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

chromium: $(DEV_STAMP)
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh tests/browser/install_chromium.sh

$(RUN_STAMP): $(INTERPRETER_GONE)
	@$(environment)
	@echo "Installing requirements.txt into $(VENV), once"
	@$(BIN)/python deploy/install.py requirements.txt
	@touch $@

$(DEV_STAMP): $(INTERPRETER_GONE)
	@$(environment)
	@echo "Installing requirements.txt and requirements-dev.txt into $(VENV), once"
	@$(BIN)/python deploy/install.py requirements.txt requirements-dev.txt
	@touch $@ $(RUN_STAMP)

# A kind of test that does not exist (pytest's code 5) is no failure.
define pytest
$(BIN)/python -m pytest $(1) $(ARGS) || [ $$? -eq 5 ]
endef

# Shims of version managers answer for versions that are not there: only a run tells.
define environment
$(BIN)/python -m pip --version >/dev/null 2>&1 && exit 0; \
is_enough='import sys; sys.exit(sys.version_info < (3, 11))'; \
for candidate in $(PYTHON) python3.11 python3.12 python3.13 python3 python; do \
    if $$candidate -c "$$is_enough" >/dev/null 2>&1; then found=$$candidate; break; fi; \
done; \
[ -n "$$found" ] || { echo "Python 3.11 or newer is needed and was not found: install it or say make PYTHON=/path/to/python" >&2; exit 1; }; \
$$found -c 'import venv, ensurepip' 2>/dev/null || { echo "$$found has no venv module: install it (Debian: apt-get install python3-venv)" >&2; exit 1; }; \
echo "Making $(VENV) with $$($$found --version)"; \
$$found -m venv --clear $(VENV)
endef
