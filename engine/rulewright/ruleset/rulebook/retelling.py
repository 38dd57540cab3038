"""Lines of a rulebook in the own words of a language: a line, or several that follow each other, told as one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rulewright.ruleset.rulebook.steps import Line


def retold(lines: Sequence[Line], own: Mapping[str, str]) -> Iterator[Line]:
    """The lines, with own words for each passage that has some (`lines` of a language's lexicon), the longest first.

    A passage is a line, or a step with those that follow at its depth or deeper, to the end of what the last one opens.
    """
    if not own:
        yield from lines
        return
    at = 0
    while at < len(lines):
        passage = next((run for run in _passages(lines, at) if _text(run) in own), None)
        if passage is None:
            yield lines[at]
            at += 1
        else:
            yield replace(lines[at], text=own[_text(passage)], merged=tuple(passage))
            at += len(passage)


def _text(passage: Sequence[Line]) -> str:
    """A passage as it stands in `lines`."""
    return " ".join(line.text for line in passage)


def _passages(lines: Sequence[Line], at: int) -> Iterator[Sequence[Line]]:
    """The passages that begin at a line, the longest first, and the line itself."""
    first, ends = lines[at], []
    for end in range(at + 1, len(lines) + 1):
        goes_on = first.kind == "step" and end < len(lines) and lines[end].kind == "step"
        if not goes_on or lines[end].depth <= first.depth:
            ends.append(end)
        if not goes_on or lines[end].depth < first.depth:
            break
    yield from (lines[at:end] for end in reversed(ends))
    yield lines[at : at + 1]
