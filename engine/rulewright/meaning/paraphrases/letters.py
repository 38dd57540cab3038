"""Letters by which things with the same noun are told apart: “any one field (A) … next to that field (B)”."""

from __future__ import annotations

from collections import defaultdict
from string import ascii_uppercase

from rulewright.meaning import model as m

KNOWN_ANYWAY = ("you", "this", "named", "slot", "unique")  # what is told by another word than "that"
BY_COUNTING = ("number", "resource", "deed", "zone")  # of which none is picked


def letters(meaning: m.Meaning) -> dict[int, str]:
    """A letter for each thing of a meaning that could be taken for another, by its number, in the order of the text.

    They could where words mean several of one noun, or one of several that somebody picks; and where what is described
    is compared with another of its noun: “courtiers (B) where the rank of that courtier (B) is higher than that of …”.
    """
    meant: dict[tuple[str, bool], set[int]] = defaultdict(set)
    picked: dict[tuple[str, bool], set[int]] = defaultdict(set)
    for part in meaning.walk():
        if isinstance(part, m.Known) and part.how != "described" and not _told(part.to):
            meant[part.to.noun, part.to.several].add(part.to.id)
        elif isinstance(part, m.Selection) and part.pick == "chosen" and not _told(part.new):
            picked[part.new.noun, part.new.several].add(part.new.id)
        elif isinstance(part, m.Test):
            for noun, ids in _compared(part).items():
                meant[noun, False] |= ids
    found: dict[int, str] = {}
    for kind, ids in meant.items():
        alike = sorted(ids | picked[kind])
        if 1 < len(alike) <= len(ascii_uppercase):
            found.update(zip(alike, ascii_uppercase, strict=False))
    return found


def _compared(test: m.Test) -> dict[str, set[int]]:
    """By their nouns, what one test says of what is described and of others that could be taken for it."""
    described: dict[str, set[int]] = defaultdict(set)
    others: dict[str, set[int]] = defaultdict(set)
    for part in test.walk():
        if isinstance(part, m.Known) and not part.to.several and not _told(part.to):
            (described if part.how == "described" else others)[part.to.noun].add(part.to.id)
    return {noun: ids | others[noun] for noun, ids in described.items() if others[noun] - ids}


def _told(to: m.Referent) -> bool:
    return to.introduced in KNOWN_ANYWAY or to.type in BY_COUNTING
