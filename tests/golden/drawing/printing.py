"""Pages as HTML, printed by Chromium; the browser itself says where each picture ended up."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pymupdf
from playwright.sync_api import Browser

from tests.golden.drawing import pictures
from tests.golden.drawing.truth import Box, DrawnPage, PageFacts, PlacedPicture, Product, Role

POINTS_PER_PIXEL = 0.75
PORTRAIT, LANDSCAPE, SPREAD = (794, 1123), (1123, 794), (1588, 1123)
# One font that carries every script drawn here, so that a page looks the same on every machine.
STYLE = """
@font-face { font-family: Drawn; src: url("drawn.ttf"); }
* { box-sizing: border-box; }
html, body { margin: 0; }
body { font-family: Drawn; font-size: 12px; line-height: 1.35; color: #222; -webkit-print-color-adjust: exact; }
.page { position: relative; overflow: hidden; break-after: page; padding: 56px 54px; }
.head { position: absolute; top: 22px; left: 54px; right: 54px; display: flex; justify-content: space-between; color: #777; font-size: 10px; }
.foot { position: absolute; bottom: 20px; left: 54px; right: 54px; display: flex; justify-content: space-between; color: #777; font-size: 9px; }
h1 { font-size: 25px; margin: 6px 0 14px; } h2 { font-size: 17px; margin: 14px 0 8px; } h3 { font-size: 13px; margin: 6px 0 3px; }
p { margin: 0 0 8px; } img { display: block; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 4px 6px; vertical-align: middle; }
.ruled th, .ruled td { border: 1px solid #999; } .num { text-align: right; } .mid { text-align: center; }
.grid { display: grid; gap: 16px; } .row { display: flex; gap: 14px; } .small { font-size: 10px; } .grey { color: #777; }
"""
PLACES = """
() => [...document.querySelectorAll('.page')].map(page => {
  const origin = page.getBoundingClientRect();
  return [...page.querySelectorAll('[data-key]')].map(item => {
    const box = item.getBoundingClientRect();
    return [item.dataset.key, item.dataset.role, box.left - origin.left, box.top - origin.top, box.right - origin.left, box.bottom - origin.top];
  });
})
"""


@dataclass(frozen=True, slots=True)
class HtmlPage:
    """One page: its content, its own style rules, and what is printed on it."""

    facts: PageFacts
    body: str
    products: tuple[Product, ...] = ()
    style: str = ""
    size: tuple[int, int] = PORTRAIT


@dataclass(slots=True)
class Easel:
    """What a kind draws with: chance of its own, and pictures that know their key."""

    rng: Random
    count: int = 0

    def picture(self, shape: str, *, role: Role = Role.MAIN, size: tuple[int, int] = (360, 300), style: str = "") -> tuple[str, str]:
        """A picture's key and its HTML."""
        return self.image(pictures.photo(shape, self.rng, size=size), role=role, style=style)

    def image(self, data: bytes, *, role: Role, style: str = "") -> tuple[str, str]:
        self.count += 1
        key = f"{role.value.lower()}-{self.count:03}"
        kind = "png" if data.startswith(b"\x89PNG") else "jpeg"
        source = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
        return key, f'<img data-key="{key}" data-role="{role.value}" style="{style}" src="{source}">'


def table(header: Sequence[str], rows: Sequence[Sequence[str]], *, style: str = "ruled") -> str:
    """A table of plain texts; cells that already are HTML start with a tag."""
    head = "".join(f"<th>{cell(text)}</th>" for text in header)
    body = "".join("<tr>" + "".join(f"<td>{cell(text)}</td>" for text in row) + "</tr>" for row in rows)
    return f'<table class="{style}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def cell(text: str) -> str:
    return text if text.startswith("<") else escape(text)


def printed(pages: Sequence[HtmlPage], browser: Browser) -> tuple[bytes, tuple[DrawnPage, ...]]:
    """The PDF of all pages, and each page with its pictures in place."""
    with TemporaryDirectory() as folder:
        Path(folder, "drawn.ttf").write_bytes(pymupdf.Font("cjk").buffer)
        source = Path(folder, "catalog.html")
        source.write_text(_document(pages), encoding="utf-8")
        tab = browser.new_page(viewport={"width": max(page.size[0] for page in pages), "height": 1123})
        tab.emulate_media(media="print")
        tab.goto(source.as_uri())
        tab.evaluate("document.fonts.ready.then(() => true)")
        places = tab.evaluate(PLACES)
        pdf: bytes = tab.pdf(prefer_css_page_size=True, print_background=True, margin={})
        tab.close()
    return pdf, tuple(_drawn(page, found) for page, found in zip(pages, places, strict=True))


def _document(pages: Sequence[HtmlPage]) -> str:
    sizes = {page.size for page in pages}
    named = "".join(f"@page s{width}x{height} {{ size: {width}px {height}px; margin: 0; }}" for width, height in sizes)
    styles = "".join(f"#p{number} {{ {page.style} }}" for number, page in enumerate(pages) if page.style)
    bodies = "".join(_section(number, page) for number, page in enumerate(pages))
    return f"<!doctype html><meta charset=utf-8><style>{STYLE}{named}{styles}</style>{bodies}"


def _section(number: int, page: HtmlPage) -> str:
    width, height = page.size
    shape = f"page: s{width}x{height}; width: {width}px; height: {height}px"
    return f'<section class="page" id="p{number}" style="{shape}">{page.body}</section>'


def _drawn(page: HtmlPage, found: Sequence[Sequence[object]]) -> DrawnPage:
    width, height = (side * POINTS_PER_PIXEL for side in page.size)
    placed = tuple(PlacedPicture(str(key), Role(str(role)), _points(edges)) for key, role, *edges in found)
    return DrawnPage(page.facts, (width, height), page.products, placed)


def _points(edges: Sequence[object]) -> Box:
    left, top, right, bottom = (float(str(edge)) * POINTS_PER_PIXEL for edge in edges)
    return (left, top, right, bottom)
