"""The neutral result as JSON, CSV and XLSX: written page by page, so that a thousand pages need no more memory than one."""

from outputs.renderers.csv import csv_chunks
from outputs.renderers.json import json_chunks
from outputs.renderers.xlsx import write_xlsx

__all__ = ["csv_chunks", "json_chunks", "write_xlsx"]
