"""What the rules say of a word: the lines of the rulebook in which it stands, below their headings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

_HEADINGS = ("title", "chapter", "section")


def fitting(lines: Iterable[tuple[str, str]], word: str) -> Iterator[tuple[str, str]]:
    """The lines with a word, each under the chapter and section that it stands below.

    Args:
        lines: kind and text of each line, as `rulebook` has them.
        word: all lines where it is "".
    """
    headings: dict[str, str] = {}
    wanted = word.casefold()
    for kind, text in lines:
        if kind in _HEADINGS:
            headings = {key: value for key, value in headings.items() if key < kind and key != kind}
            headings[kind] = text
            continue
        if wanted and wanted not in text.casefold() and wanted not in headings.get("section", "").casefold():
            continue
        for above in ("chapter", "section"):
            if above in headings:
                yield above, headings.pop(above)
        yield kind, text
