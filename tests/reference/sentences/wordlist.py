"""The words of a game by what they name, for drawing sentences."""

from __future__ import annotations

from rulewright.language.language import Language
from rulewright.language.lexicon.words import Noun, VerbWord
from rulewright.ruleset.model import Ruleset
from tests.reference.sentences.stage import HELD, KIND, USED, ZONE

THINGS = ("card", "space", "border", "region", "piece")


class Wordlist:
    """What a lexicon offers, sorted by type; words of the core that need no entry of the game come with it."""

    def __init__(self, language: Language, ruleset: Ruleset) -> None:
        lexicon = language.lexicon
        own = ruleset.lexicon.get("nouns") or {}
        self.times = sorted(time for time in lexicon.times if ruleset.round or "round" not in time)
        self.lexicon = lexicon
        self.nouns: dict[str, Noun] = dict(lexicon.nouns)
        self.own = {name for name in own if name in self.nouns and name != KIND}
        self.by_type: dict[str, list[str]] = {}
        for name in (*self.own, "player", "card", "space", "piece"):
            if name in self.nouns:
                self.by_type.setdefault(self.type_of(name), []).append(name)
        for names in self.by_type.values():
            names.sort()
        there = {kind for kind in THINGS if any(self.type_of(name) == kind for name in self.own)}
        self.things = [kind for kind in THINGS if kind in there]
        self.numbers = [n for n in self.by_type.get("number", []) if self.nouns[n].type == "number"]
        self.zones = [z for z in self.by_type.get("zone", []) if z != ZONE]
        self.adjectives = {
            k: sorted(a for a, w in lexicon.adjectives.items() if self.fits_any(k, w.of)) for k in ("player", *THINGS)
        }
        self.verbs = dict(sorted(lexicon.verbs.items()))
        self.deeds = {name: verb for name, verb in self.verbs.items() if not verb.state}
        self.states = {name: verb for name, verb in self.verbs.items() if verb.state}
        self.headings = sorted(h for h in lexicon.headings if h not in (USED, HELD))

    def type_of(self, name: str) -> str:
        """The type of a noun; of a role that of what it is of."""
        noun = self.nouns.get(name)
        if noun is None:
            return name
        if noun.type == "role" and noun.of:
            return self.type_of(noun.of[0])
        return noun.type

    def named(self, kind: str) -> list[str]:
        """The nouns that a slot's kind may be filled with: of a noun it and its kinds, of a type all of that type."""
        if kind in self.nouns and kind not in ("player", "card", "space", "border", "region", "zone", "piece"):
            of_kind = [n for n in sorted(self.own) if self.is_kind(n, kind)]
            return of_kind or [kind]
        return self.by_type.get(kind, [])

    def is_kind(self, name: str, kind: str) -> bool:
        """Whether a noun names what another does, or a kind of it."""
        noun = self.nouns.get(name)
        if name == kind:
            return True
        if noun is None:
            return False
        parent = noun.of[0] if noun.type == "role" and noun.of else noun.kind_of
        return parent is not None and parent != name and self.is_kind(parent, kind)

    def fits_any(self, kind: str, of: tuple[str, ...]) -> bool:
        """Whether a word that is said of some kinds may be said of things of a type."""
        return not of or any(item in ("any", kind) or self.type_of(item) == kind for item in of)

    def slots(self, verb: VerbWord) -> dict[str, str]:
        """The slots of a verb of the lexicon."""
        return dict(verb.slots)
