"""What a text does with cards that lie where the verb's own definition never lets it be done.

A verb may require where its thing lies (`require: the card is …`, by an adjective that means “it is in a …”). Done to
cards of another zone it is never offered, or passed over without a word.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.refusals.places.without_a_place import SHOWN
from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B

OF_THOSE = ("it", "them")


def never_done_there(text: N.Text, source: Source, layout: Layout) -> Iterator[tuple[N.Perform, str, str]]:
    """The acts of a text that cannot be done, each with the zone where its cards lie and the one where they must."""
    for sentences in (text.sentences, *(ability.sentences for ability in text.abilities)):
        reader, lies = _Reader(source, layout), ""
        for sentence in sentences:
            lies = reader.after(sentence, lies)
        yield from reader.found


class _Reader:
    """Follows the card of which a text speaks as “it” and “that card”: the zone where it lies, "" where nothing tells.

    found: the acts that cannot be done where their cards lie.
    """

    def __init__(self, source: Source, layout: Layout) -> None:
        self._source = source
        self._layout = layout
        self.found: list[tuple[N.Perform, str, str]] = []

    def after(self, node: N.Node | None, lies: str) -> str:
        """Where it lies when a part of a text is done; lies: where it did before."""
        match node:
            case None | N.Pronoun():
                return lies
            case N.Text() | N.Ability() | N.Trigger():
                return self._in_turn(node, "")
            case N.If() | N.Possible() | N.Unless():
                return self._in_branches(node, lies)
            case N.Choice(acts=acts) | N.AnyOrder(acts=acts):
                return self._alike([self.after(act, lies) for act in acts])
            case N.Until(act=act):
                return self.after(act, lies)
            case N.ForEach(each=each, then=then):
                here = lies if _of_those(each, self._source) else self._lies(each)
                return self._alike([lies, self.after(then, here)])
            case N.Does(modal=modal, subject=subject, act=act):
                before = self.after(subject, lies)
                done = self.after(act, before)
                return done if modal is None else self._alike([before, done])
            case N.Is(subject=subject):  # what stands behind *is* is nothing new
                return self.after(subject, lies)
            case N.Perform():
                return self._done(node, lies)
            case N.NounPhrase() if self._source.of_cards(node) and not _of_those(node, self._source):
                return ""  # “it” may be this one
        return self._in_turn(node, lies)

    def _in_turn(self, node: N.Node, lies: str) -> str:
        for name in N.field_names(type(node)):
            value = getattr(node, name)
            for part in value if isinstance(value, tuple) else (value,):
                lies = self.after(part, lies) if isinstance(part, N.Node) else lies
        return lies

    def _in_branches(self, node: N.If | N.Possible | N.Unless, lies: str) -> str:
        before = lies if isinstance(node, N.Possible) else self.after(node.condition, lies)
        otherwise = None if isinstance(node, N.Unless) else node.otherwise
        return self._alike([self.after(node.then, before), self.after(otherwise, before)])

    @staticmethod
    def _alike(ways: list[str]) -> str:
        return ways[0] if len(set(ways)) == 1 else ""

    def _done(self, act: N.Perform, lies: str) -> str:
        thing, source = act.slot("object"), self._source
        spoken_of = _of_those(thing, source)
        here = lies if spoken_of else self._lies(thing) or self._zone_of(act.slot("from"))
        wanted = _wanted(act.verb, source) if here and (spoken_of or self._lies(thing)) else ""
        if wanted and not {*self._layout.includes(here)} & {*self._layout.includes(wanted)}:
            self.found.append((act, here, wanted))
        if act.verb in SHOWN or act.verb == "choose":
            return here
        if spoken_of or source.of_cards(thing):
            goal = act.slot("to")
            usual = (source.zones.get(act.verb) or {}).get("to")
            own = source.verbs.get(act.verb, {}).get("do") or source.deed_of(act) is not None
            if goal is None and isinstance(usual, str) and not own:
                return usual
            return self._zone_of(goal)
        return self._in_turn(act, lies)

    def _lies(self, thing: N.Node | None) -> str:
        """The zone of which a phrase names cards, or which is named itself; "" where it names none."""
        thing = thing.whole if isinstance(thing, N.PartOf) else thing
        if self._zone_of(thing):
            return self._zone_of(thing)
        if not isinstance(thing, N.NounPhrase) or not self._source.of_cards(thing):
            return ""
        return next((zone for item in thing.filters if (zone := _zone(item, self._source))), "")

    def _zone_of(self, phrase: N.Node | None) -> str:
        """The zone that a phrase names by a noun of the game's own."""
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str) or not self._source.is_zone(phrase):
            return ""
        return phrase.noun if phrase.noun in self._source.nouns else ""


def _of_those(thing: N.Node | None, source: Source) -> bool:
    """Whether a phrase means what was spoken of: “it”, “one of them”, “that card”."""
    thing = thing.whole if isinstance(thing, N.PartOf) else thing
    if isinstance(thing, N.NounPhrase):
        return thing.determiner == N.Article(word="that") and not thing.filters and source.of_cards(thing)
    return isinstance(thing, N.Pronoun) and thing.word in OF_THOSE


def _zone(item: N.Node, source: Source) -> str:
    phrase = item.phrase if isinstance(item, N.At | N.Of) else None
    if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str) or not source.is_zone(phrase):
        return ""
    return phrase.noun if not isinstance(item, N.At) or item.preposition in ("in", "on") else ""


def _wanted(verb: str, source: Source) -> str:
    """The zone in which a verb requires its object to be before anything else is done; "" where it requires none."""
    word, block = source.ruleset.words["verbs"].get(verb), source.done_by(verb)
    thing = (word.data.get("slots") or {}).get("object") if word is not None else None
    for step in block.steps if block is not None and thing else ():
        if not isinstance(step.action, B.Require):
            return ""
        asked = _said(step.action.condition)
        if asked is None or not isinstance(asked.subject, N.NounPhrase):
            continue
        predicate: N.Node | None = asked.predicate
        if isinstance(predicate, N.Adjective):
            adjective = source.ruleset.words["adjectives"].get(predicate.word)
            meant = _said(adjective.means) if adjective is not None else None
            predicate = meant.predicate if meant is not None else None
        if asked.subject.noun == thing and predicate is not None and (zone := _zone(predicate, source)):
            return zone
    return ""


def _said(condition: object) -> N.Is | None:
    """What a condition says of something that is so; None where it says something else."""
    tree = condition.tree if isinstance(condition, B.Words) else None
    return tree if isinstance(tree, N.Is) and not tree.negated else None
