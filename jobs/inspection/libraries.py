"""The compiled parts of the PDF libraries without the Python around them.

Starting all of pikepdf or PyMuPDF takes longer than checking a catalog does, and what is asked of them here needs none of their writers, models and
tables. For confined processes only: whoever wants the whole library has to load it in another process.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any


def load_part(package_name: str, part: str) -> Any:
    """One module of a package that is not itself started."""
    if package_name not in sys.modules:
        spec = find_spec(package_name)
        assert spec is not None
        package = ModuleType(package_name)
        package.__path__ = list(spec.submodule_search_locations or [])
        sys.modules[package_name] = package
    return import_module(f"{package_name}.{part}")
