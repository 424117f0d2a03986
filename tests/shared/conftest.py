"""Compiled before the first test of the run: a catalog that Django has once read as missing stays missing."""

from configs.management.commands.compile_translations import compile_catalog
from configs.management.messages import catalog_path

compile_catalog(catalog_path())
