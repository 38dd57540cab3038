"""Whether what is done for each value of a number that places share is said of the places that have it."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.meaning.model import Known
from rulewright.meaning.resolution import Key, Resolution

SAY_OF_WHICH = "Say of each piece and each place that it is there: “… in that {}”."


def only_named(each: N.NounPhrase) -> bool:
    """Whether the values are those of all such places, of which nothing else is told: `each quarter of districts`."""
    places = [item.phrase for item in each.filters if isinstance(item, N.Of)]
    return all(isinstance(place, N.NounPhrase) and not place.filters and not place.adjectives for place in places)


class SaidThere:
    """Looks through what is done for one value. key: the value, which is spoken of as “that quarter”."""

    def __init__(self, source: Source, resolution: Resolution, key: Key | None) -> None:
        self.source = source
        self.resolution = resolution
        self.key = key

    def elsewhere(self, node: N.Node) -> Iterator[N.NounPhrase]:
        """The pieces and places that could be anywhere: neither there, nor spoken of before, nor in a zone."""
        match node:
            case N.Perform() if any(self._there(slot.value) for slot in node.slots):
                return
            case N.Perform(verb="gain") if isinstance(node.slot("object"), N.NounPhrase):  # it comes from its supply
                parts = [child for slot in node.slots for _, child in slot.value.children()]
            case N.Perform() if isinstance(zone := node.slot("from"), N.Phrase) and self.source.is_zone(zone):
                parts = [slot.value for slot in node.slots if slot.name not in ("from", "object")]
            case N.NounPhrase(noun=str(noun)) if self.source.type_of(noun) in ("piece", "space"):
                if not self._placed(node):
                    yield node
                return
            case _:
                parts = [child for _, child in node.children()]
        for part in parts:
            yield from self.elsewhere(part)

    def _placed(self, phrase: N.NounPhrase) -> bool:
        zones = [item.phrase for item in phrase.filters if isinstance(item, N.At)]
        return self._there(phrase) or any(map(self._known, phrase.walk())) or any(map(self.source.is_zone, zones))

    def _there(self, node: N.Node) -> bool:
        return self.key is not None and self.key in self.resolution.spoken_of(node)

    def _known(self, node: N.Node) -> bool:
        """Whether a word means a piece or a place that was spoken of."""
        thing = self.resolution.meant(node)
        return isinstance(thing, Known) and thing.to.type in ("piece", "space", "region")
