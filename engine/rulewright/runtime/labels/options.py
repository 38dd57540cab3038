"""What players read when they choose: options and prompts, in a language."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright.compiler.procedures.decisions import STOP_OR_GO
from rulewright.language import nodes as N
from rulewright.language.interface import said
from rulewright.language.trees.told_to_actor import with_speaker
from rulewright.problems import RulewrightError
from rulewright.runtime.labels.names import Names
from rulewright.runtime.labels.option_ids import OptionIds

if TYPE_CHECKING:
    from rulewright.compiler.procedures.decisions import Decision
    from rulewright.compiler.program import Program
    from rulewright.runtime.state import State


class Options(Names):
    """What is said of the decisions of one program's games."""

    def __init__(self, program: Program, printer: Any) -> None:
        super().__init__(program, printer)
        self.ids = OptionIds(program)

    # ------------------------------------------------------------ options

    def option(self, block: int, value: Any, lang: str, s: State | None = None, told: bool = False) -> str:
        """An option in words; with a state, what is said of a space there; told: as a log tells it."""
        asking = self.program.decisions[block]
        kind = asking.kind
        if kind in ("offer", "entry"):
            return self._entry(value, asking, lang, told)
        if kind == "trigger":
            return self._trigger(value, lang)
        if kind == "pay":
            if value == -1:
                return said("enough", lang)
            if value[0] == 1:
                return self._entry(value[1:], asking, lang, told)
            _, way, card, amount = value
            return f"{self.card(card, lang)} ({amount})" + ("" if way < 0 else f", {self._way(way, lang)}")
        if kind == "menu":
            if value == -1:
                return said("none", lang)
            if asking.titles == STOP_OR_GO:
                return said("on" if value else "stop", lang)
            title = self._told_to(asking, value + 1, asking.titles[value], lang, s)
            text = self.said(lang, "titles", title, title) if isinstance(title, str) else self.node(title, lang)
            if told:
                return text
            if asking.instead is None:
                return self._of_reaction(asking, value + 1, text, lang, s)
            card = asking.instead.cards[value]
            return labelled(self.component(card, lang), text, lang) if card else self._of_a_thing(asking, text, lang, s)
        if kind == "number":
            if isinstance(value, tuple):  # several dice, of which each counts
                return f"{' + '.join(map(str, value))} = {sum(value)}" if len(value) > 1 else str(sum(value))
            return self.number_chosen(value, asking.noun, lang)
        if kind == "player":
            return self.seat(value, lang)
        if kind == "card":
            return said("enough", lang) if value == -1 else self.card(value, lang)
        if kind == "pieces":
            number, owner, place = value
            info = self.layout.piece_kinds[number]
            whose = f" ({self.seat(owner, lang)})" if info.owned and owner < self.layout.players else ""
            return f"{self.noun(info.noun, lang)}{whose}, {self.place(place, lang, s)}"
        if kind == "region":
            for name, (_, spaces) in self.layout.regions.items():
                if spaces == tuple(value):
                    return self.said(lang, "regions", name, name.replace("_", " "))
        return self.place(value, lang, s)

    def _of_a_thing(self, asking: Decision, text: str, lang: str, s: State | None) -> str:
        """An act with what it is done to, where all can see that."""
        kind, slot = asking.instead.thing if asking.instead is not None else ("", 0)
        if not kind or s is None:
            return text
        value = s.stack[-1][slot]
        if kind == "player":
            return labelled(text, self.seat(value, lang), lang)
        if kind == "space":
            return labelled(text, self.place(value, lang), lang)
        if kind != "card" or value < 0 or s.where[value] >= self.layout.zone_count:
            return text
        visible = self.layout.nouns[self.layout.zone_noun[s.where[value]]].get("visible", "public")
        return labelled(text, self.card(value, lang), lang) if visible == "public" else text

    def _of_reaction(self, asking: Decision, number: int, text: str, lang: str, s: State | None) -> str:
        """What a text asks that waited for something, with its card, and what it speaks of where they see that.

        number: 0 for the prompt, and from 1 on for the titles.
        """
        if asking.reaction is None:
            return text
        frame = s.stack[-1] if s is not None else []
        things = asking.reaction.things[number] if frame else ()
        found = [self._spoken_of(kind, frame[slot], frame[asking.seat], lang, s) for kind, slot in things]
        names = [name for name in found if name]
        text = f"{text} ({', '.join(names)})" if names else text
        card = asking.reaction.component
        return labelled(self.component(card, lang), text, lang) if card else text

    def _spoken_of(self, kind: str, value: int, seat: int, lang: str, s: State | None) -> str:
        """The name of what was spoken of, for a seat that may know it; otherwise nothing."""
        if value < 0 or s is None:
            return ""
        if kind == "player":
            return self.seat(value, lang)
        if kind == "space":
            return self.place(value, lang)
        zone = s.where[value]
        if zone >= self.layout.zone_count:
            return self.card(value, lang)
        visible = self.layout.nouns[self.layout.zone_noun[zone]].get("visible", "public")
        own = visible == "owner" and self.layout.zone_owner[zone] == seat
        return self.card(value, lang) if visible == "public" or own else ""

    def detail(self, block: int, value: Any, frame: list[Any], lang: str = "en") -> str:
        """What the card says that an option names: the ability that is offered or resolved, or all of its text."""
        asking = self.program.decisions[block]
        if value == -1:
            return ""
        if asking.kind in ("offer", "entry") and value[2] >= 0:
            return self.ability(value[2], self.program.offers[value[0]][value[1]].heading, lang)
        if asking.kind == "card":
            return self.text(self.layout.cards[value].component, lang)
        if asking.kind == "menu" and asking.resolved:
            return " ".join(self.ability(frame[slot], heading, lang) for heading, slot in asking.resolved[value])
        return ""

    def ability(self, card: int, heading: str, lang: str = "en") -> str:
        """What a card says under a heading."""
        text = self.program.ruleset.components[self.layout.cards[card].component].text
        abilities = text.tree.abilities if text and isinstance(text.tree, N.Text) else ()
        sentences = [said for ability in abilities if ability.heading == heading for said in ability.sentences]
        return " ".join(f"{self.node(said, lang)}." for said in sentences)

    def _trigger(self, value: Any, lang: str) -> str:
        entry = self.program.offers[value[0]][value[1]]
        text = self.node(entry.title, lang)
        if value[2] >= 0:
            return labelled(self.card(value[2], lang), text, lang)
        things = entry.those[-2 - value[2]] if entry.those else ()  # of which it was said
        names = [self._said_of(kind, thing, lang) for kind, thing in things]
        return labelled(", ".join(names), text, lang) if names else text

    def _said_of(self, kind: str, thing: int, lang: str) -> str:
        """A player, a space or a value of a number of which something was said that holds for a time."""
        if kind == "player":
            return self.seat(thing, lang)
        is_value = self.layout.nouns.get(kind, {}).get("type") == "number"
        return self.number_chosen(thing, kind, lang) if is_value else self.place(thing, lang)

    def _way(self, way: int, lang: str) -> str:
        return self.component(self.program.ways[way].component, lang)

    def _entry(self, value: Any, asking: Any, lang: str, told: bool = False) -> str:
        """What is offered: a procedure, or what a card says under a heading; told: as a log tells it."""
        from rulewright.language.lexicon import core_words  # it reads YAML, which a warm start does not import

        if value == -1:
            title = str(asking.titles[0]) if asking.titles else ""
            return self.said(lang, "titles", title, title) or said("none", lang)
        table, number, card = value
        entry = self.program.offers[table][number]
        if card < 0:
            name = entry.procedure.name.partition("_")[2]
            return self.said(lang, "procedures", name, self.node(entry.title, lang))
        name, heading = self.card(card, lang), self.heading(entry.heading, lang)
        own = str(core_words(lang).get("log", {}).get("entry", "")) if told else ""
        return own.format(card=name, heading=heading[:1].lower() + heading[1:]) or labelled(name, heading, lang)

    def prompt(self, block: int, lang: str, s: Any = None) -> str:
        """What is asked, as a sentence begins."""
        prompt = self._prompt(block, lang, s)
        prompt = prompt[:1].upper() + prompt[1:]
        asking = self.program.decisions[block]
        if prompt or asking.reaction is None or not asking.reaction.component:
            return self._of_reaction(asking, 0, prompt, lang, s)
        return self.component(asking.reaction.component, lang)

    def _prompt(self, block: int, lang: str, s: Any = None) -> str:
        asking = self.program.decisions[block]
        if asking.kind == "pay" and s is not None:
            f = s.stack[-1]
            prompt = self.payment(f, lang)
            return said("paid_so_far", lang, prompt=prompt, count=f[5]) if f[5] else prompt
        if isinstance(asking.prompt, N.Ability):
            return self.heading(asking.prompt.heading, lang)
        if not asking.prompt:
            return ""
        told = self._told_to(asking, 0, asking.prompt, lang, s)
        return told if isinstance(told, str) else self.node(self._asked(told, lang), lang)

    def payment(self, frame: Any, lang: str) -> str:
        """What is to be paid, with how much it is now: a price is a number of the game. frame: of the payment loop."""
        asked, least, most = self.program.pay_prompts[frame[7]], frame[3], frame[4]
        exact = least == most and isinstance(asked, N.Perform)
        return self.node(so_many(asked, most) if exact else asked, lang)

    def _told_to(self, asking: Any, number: int, words: Any, lang: str, s: State | None) -> Any:
        """A prompt (0) or a title as it is told to who is asked; where "you" is another, that player is named."""
        if not asking.speaker or s is None:
            return words
        frame = s.stack[-1]
        speaker, told = frame[asking.speaker], asking.told[number]
        if speaker == frame[asking.seat] or told == words:
            return words
        printed = self._with_speaker(told, speaker, lang)
        before, after = (said(key, lang, number=speaker + 1) for key in ("seat_printed", "seat_told"))
        return printed.replace(before, after) if printed else words

    def _with_speaker(self, told: N.Node, seat: int, lang: str) -> str:
        """A tree with the player who speaks, with or without an article, as the language has it; or ""."""
        for determiner in (None, N.Article(word="the")):
            try:
                return str(self.print(with_speaker(told, seat, determiner), lang)).rstrip(".")
            except RulewrightError:
                continue
        return ""

    def _asked(self, prompt: Any, lang: str) -> Any:
        """What a prompt asks for; what is to be chosen, as the language says where from."""
        match prompt:
            case N.Perform(verb="choose", slots=(N.Slot(name="object", value=N.Phrase() as chosen),)):
                return self.program.ruleset.language(lang).deeds.choosing(chosen)
        return prompt

    def reason(self, reason: str, lang: str = "en") -> str:
        """Why the game is over, as the state has it, in a language."""
        tree = self.program.endings.get(reason)
        if tree is not None:
            return self.node(tree, lang)
        if reason in ("ended", "won"):  # no text and no rule says why
            return said(reason, lang)
        card = next((name for name, said_so in self.names.items() if said_so == reason), "")
        if card:
            return self.said(lang, "components", card, reason)
        procedures = self.program.ruleset.procedures.values()
        ending = next((procedure.id for procedure in procedures if procedure.title == reason), "")
        return self.said(lang, "procedures" if ending else "titles", ending or reason, reason)


def labelled(what: str, text: str, lang: str) -> str:
    """A text with what it is about before it, as a language writes that.

    >>> labelled("Player 2", "Pass", "en")
    'Player 2: Pass'
    """
    return said("labelled", lang, what=what, text=text)


def so_many(asked: N.Perform, amount: int) -> N.Perform:
    """What is to be paid, with how much of it that is: "pay 1 pearl" of "pay as many pearls as the price"."""
    from rulewright.language.trees.normal_form import head_noun  # not imported by a warm start

    def paid(slot: N.Slot) -> N.Slot:
        noun = head_noun(slot.value) if slot.name == "object" else None
        if noun is None:
            return slot
        count = N.Quantity(kind="count", low=amount)
        return replace(slot, value=N.NounPhrase(determiner=count, noun=noun, plural=amount != 1))

    return replace(asked, slots=tuple(map(paid, asked.slots)))
