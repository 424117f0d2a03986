"""JSON that can be stored."""

from __future__ import annotations

import json
from typing import Any

from rest_framework import exceptions
from rest_framework.parsers import JSONParser


class StrictJSONParser(JSONParser):
    """JSON that PostgreSQL can hold: no NaN, no NUL characters, no surrogates, no bottomless nesting."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            value = super().parse(stream, media_type, parser_context)
            text = json.dumps(value, ensure_ascii=False)
            text.encode()
        except RecursionError:
            raise exceptions.ParseError("The JSON is nested too deeply.") from None
        except UnicodeEncodeError:
            raise exceptions.ParseError("The JSON contains characters that are not valid Unicode.") from None
        if "\\u0000" in text:
            raise exceptions.ParseError("The JSON contains a NUL character.")
        return value
