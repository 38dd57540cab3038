"""Of whom or what a sentence speaks that holds later: which player, card or deed of its text was told of before it."""

from __future__ import annotations

from rulewright.compiler.abilities.continuous_effects import is_ban
from rulewright.compiler.layout.kept_things import KeptThings
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.refusals.owners.whose_number import certain_things
from rulewright.compiler.refusals.quoted import unsupported
from rulewright.compiler.scope import refuse
from rulewright.compiler.services.put_off import Followed
from rulewright.compiler.services.services import Services
from rulewright.compiler.statements.moves.followed import MOVING
from rulewright.compiler.times import LASTING, PUT_OFF
from rulewright.language import nodes as N
from rulewright.language.trees.past import THEIRS, said_of_number
from rulewright.meaning.resolution import Key
from rulewright.ruleset import blocks as B

NOT_KNOWN = "which one was meant is no longer known while this holds"

OF_ALL = "Say it of all that are so, or let it be done at once or at a time: “At the start of your next turn, …”."

ELSEWHERE = "this card may lie elsewhere by then"

FROM_THERE = "Say from where: “return this card from … into …”, or where it must lie: “if this card is in …”."


class SpokenBefore:
    """Finds in a text what comes before a sentence that is done later."""

    def __init__(self, s: Services) -> None:
        self.ruleset = s.ruleset
        self.source = s.source
        self.layout = s.layout
        self.report = s.report
        self.texts = s.texts
        self.continuous = s.continuous

    def said_before(self, words: B.Words, node: N.Timed) -> set[Key]:
        """What a text speaks of before a sentence, in the order of the tree: an everyday wording may move its words."""
        if words.tree is None:
            return set()
        own = {id(part) for part in node.walk()}
        meant: list[N.Node] = []
        for part in words.tree.walk():
            if _is_said_by(part, node):
                break
            if id(part) not in own:
                meant.append(part)
        else:
            return set()
        return {key for part in meant if (key := self.texts.resolution.of(part)) is not None}

    def speaks_of_one_before(self, words: B.Words, node: N.Timed, counted: N.Is | None) -> bool:
        """Whether what holds for a time speaks of one thing or player: later, nobody knows of which. It is refused.

        counted: what changes a number by what is counted as it is said, which may speak of anything.
        """
        holds = node if counted is None else counted.subject
        before = self.said_before(words, node) & self.texts.resolution.spoken_of(holds)
        told = next((part for part in holds.walk() if self.texts.resolution.of(part) in before), None)
        if told is not None:
            self.report.record(refuse(told, NOT_KNOWN, OF_ALL, "RW0604"))
            self.continuous.refused.add(node)
        return told is not None

    def kept_player(self, words: B.Words, node: N.Timed) -> Key | None:
        """The one player of whom something that is put off speaks, and who was spoken of before: "that player".

        Also the one who is forbidden something for a time: "until the end of the round, they cannot …".
        """
        first = node.then.clauses[0] if isinstance(node.then, Followed) else node.then
        if node.time in LASTING and isinstance(first, N.Trigger):
            return self._waited_for(words, node, first)
        bans = node.then.clauses if isinstance(node.then, N.Both) else (node.then,)
        forbidden = [ban.subject for ban in bans if isinstance(ban, N.Does) and is_ban(ban)]
        if node.time not in PUT_OFF and len(forbidden) < len(bans):
            return None
        before = self.said_before(words, node)
        resolution = self.texts.resolution
        players = {
            key
            for part in (node.walk() if node.time in PUT_OFF else forbidden)
            if (key := resolution.of(part)) in before and key is not None and resolution.is_player(part)
        }
        if node.time not in PUT_OFF and resolution.spoken_of(node) & before != players:
            return None
        return players.pop() if len(players) == 1 else None

    def _waited_for(self, words: B.Words, node: N.Timed, trigger: N.Trigger) -> Key | None:
        """The player chosen before, where a text waits for a time for what that one does; None of other things."""
        event, resolution = trigger.event, self.texts.resolution
        if node.time in THEIRS or not isinstance(event, N.Does) or event.tense == "would":
            return None
        key = resolution.of(event.subject)
        if key is None or not resolution.is_player(event.subject):
            return None
        return key if resolution.spoken_of(node) & self.said_before(words, node) == {key} else None

    def holds_without(self, node: N.Timed) -> bool:
        """Whether something can be put off or hold for a time though no player is kept of whom it speaks."""
        which = certain_things(node, self.source) if node.time in LASTING else ()
        if node.time not in THEIRS:
            return which is not None
        if not which:
            return False
        assert isinstance(node.then, N.Is) and isinstance(node.then.subject, N.NounPhrase)
        subject = node.then.subject
        kinds = as_list(self.source.entry(str(subject.noun)).get("of"))
        holder = self.texts.resolution.of(subject.determiner) if subject.determiner is not None else None
        return [kinds[one] for one in which] == ["player"] and holder == self.texts.resolution.of(node)

    def deed_before(self, words: B.Words, node: N.Timed) -> str | None:
        """The verb of the game until whose end something holds: before it is done, the text says so; None for none."""
        found = None
        for part in words.tree.walk() if words.tree is not None else ():
            if _is_said_by(part, node):
                return found
            if isinstance(part, N.Ability):
                found = None
            elif isinstance(part, N.Trigger):
                act = part.event.act if isinstance(part.event, N.Does) and part.timing == "before" else None
                verb = act.verb if isinstance(act, N.Perform) else ""
                found = verb if (self.source.verbs.get(verb) or {}).get("do") else None
        return None

    def cards_that_say(self, node: N.Timed) -> tuple[int, ...]:
        """The cards whose text says a sentence: its counters are those of all of them."""
        said = {
            str(words.path[1]) for words, one in self.texts.timed() if one == node and words.path[0] == "components"
        }
        return tuple(sorted(card for component in said for card in self.layout.instances(component)))

    def finds_this_card(self, words: B.Words, node: N.Timed, this: N.Node, those: KeptThings | None) -> bool:
        """Whether what is said of its own card for a time, or later, finds that then; it is refused where it may not.

        A card that is used from where it lies is there until something moves it. One whose text a rule carries out, or
        that is played, may be put away by that, so that its text must tell where it lies then, or put it there.
        """
        changes = isinstance(said_of_number(node), N.Is) and certain_things(node, self.source) is not None
        if those is None and not (changes and node.time in LASTING):
            self.report.record(unsupported(node, "this, which may be gone", words.text))
        elif those is None or not those.lies or self._stays(words, node) or self._moved_before(words, node, this):
            return True
        else:
            self.report.record(refuse(this, ELSEWHERE, FROM_THERE, "RW0604"))
        self.continuous.refused.add(node)
        return False

    def _stays(self, words: B.Words, node: N.Timed) -> bool:
        """Whether a card lies where it is used, or where its text holds, when a sentence of it has been carried out."""
        text = self.texts.tree(words)
        within = [one for one in getattr(text, "abilities", ()) if node in one.walk()]
        headings = [one.heading for one in within] or [self.ruleset.default_heading]
        entries = [(name, self.source.headings.get(name) or {}) for name in headings]
        return all(
            entry.get("active") or (entry.get("from") and not self.texts.word("headings", name).after.steps)
            for name, entry in entries
        )

    def _moved_before(self, words: B.Words, node: N.Timed, this: N.Node) -> bool:
        """Whether a text has moved its own card before it says something of it that is done later."""
        key = self.texts.resolution.of(this)
        for part in words.tree.walk() if words.tree is not None else ():
            if _is_said_by(part, node):
                return False
            thing = part.slot("object") if isinstance(part, N.Perform) and part.verb in MOVING else None
            if thing is not None and self.texts.resolution.of(thing) == key:
                return True
        return False


def _is_said_by(part: N.Node, node: N.Timed) -> bool:
    """Whether a part of a text is a sentence that is done later, to which what goes on from it may have been added."""
    if part is node or part == node:
        return True
    first = node.then.clauses[0] if isinstance(node.then, Followed) else None
    return isinstance(part, N.Timed) and part.time == node.time and first is not None and part.then == first
