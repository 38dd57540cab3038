"""The pieces of a text until it is written: words that wait for their form, and the marks that tell it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.language.lexicon import Lexicon
from rulewright.language.printing.sounds import Sounds
from rulewright.problems import RulewrightError, problem

OF_MANY = "'s'"
"""The English sign of what belongs to several, until it is known what it stands behind."""


class PrintError(RulewrightError):
    """A tree that no sentence of the language says."""


class Mark(str):
    """A mark (see `inflection`) that waits for its word."""

    __slots__ = ()


class Stem(str):
    """A word that waits for its marks: what it stands for, and what it agrees with."""

    __slots__ = ("bare", "definite", "number", "style", "terminal")
    bare: bool
    definite: bool
    number: str
    style: str
    terminal: str

    def __new__(
        cls, value: str, terminal: str, number: str, definite: bool = False, style: str = "", *, bare: bool = False
    ) -> Stem:
        """A word, for a terminal, with what it agrees with."""
        stem = super().__new__(cls, value)
        stem.terminal, stem.number, stem.definite, stem.style, stem.bare = terminal, number, definite, style, bare
        return stem


class Determining(str):
    """A pronoun that would be read as a determiner before a noun: "die anderen"."""

    __slots__ = ()


class Clitic(str):
    """A pronoun that is said as part of the verb before it."""

    __slots__ = ()


class Writer:
    """Writes pieces as text, every word in its form."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self._sounds = Sounds(lexicon.core)

    def written(self, pieces: list[str], sounded: dict[str, str]) -> str:
        """The text; `sounded` gets what it is changed in for the sound of it."""
        text = " ".join(self.inflected(pieces))
        text = re.sub(r" ?\n ?", "\n", text).strip()
        text = text.replace(f"s {OF_MANY}", "s'").replace(OF_MANY, "'s")
        text = re.sub(r" ((?:'s\b)|[.,:;])", r"\1", text)
        return self._sounds.written(text, sounded)

    def inflected(self, pieces: list[str]) -> Iterator[str]:
        """The pieces with every word in its form."""
        mood = ""
        place = 0
        while place < len(pieces):
            piece = pieces[place]
            place += 1
            if place < len(pieces) and isinstance(piece, Stem) and self._ends_clause(pieces[place]):
                mood, place = pieces[place], place + 1
            if isinstance(piece, Mark):
                mood = piece
            elif not isinstance(piece, Stem):
                yield piece
            elif mood in self.lexicon.inflection.moods:
                verb = self.lexicon.verbs[piece]
                form = self.lexicon.mood(verb, mood, piece.number, piece.definite, piece.style, bare=piece.bare)
                said = self._form(piece, form, mood)
                if place < len(pieces) and isinstance(pieces[place], Clitic):
                    said = self.lexicon.inflection.with_clitic(self.lexicon.inflection.moods[mood], said, pieces[place])
                    place += 1
                yield said
                mood = ""
            else:
                marks = [mood] if mood else []
                mood = ""
                while place < len(pieces) and self._belongs_behind(pieces[place]):
                    marks.append(pieces[place])
                    place += 1
                yield self._form(
                    piece,
                    self.lexicon.inflected(piece.terminal, piece, piece.number, marks, piece.style),
                    " ".join(marks),
                )

    def _ends_clause(self, piece: str) -> bool:
        """Whether a piece is the mark of the verb before it, with which its clause ends."""
        mood = self.lexicon.inflection.moods.get(piece) if isinstance(piece, Mark) else None
        return mood is not None and mood.last

    def _belongs_behind(self, piece: str) -> bool:
        """Whether a piece is a mark of the word before it."""
        mark = self.lexicon.inflection.marks.get(piece) if isinstance(piece, Mark) else None
        return mark is not None and not mark.before

    def _form(self, stem: Stem, text: str | None, marks: str) -> str:
        if text is None:
            mood = self.lexicon.inflection.moods.get(marks)
            form = self.lexicon.form_name(mood.form(stem.number)) if mood else f"{stem.number} {marks}"
            raise PrintError(problem("RW0501", found=f"word {stem}", form=form, lang=self.lexicon.lang))
        return text


def capitals(text: str) -> str:
    """The text with a capital at the beginning of each sentence and line."""
    return re.sub(r"(^|\. |\n)(\w)", lambda m: m.group(1) + m.group(2).upper(), text)
