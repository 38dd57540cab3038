"""What players read: options, prompts and lines of the log, in a language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.compiler.compiled import ALWAYS
from rulewright.compiler.procedures.decisions import STOP_OR_GO
from rulewright.language import nodes as N
from rulewright.language.interface import said
from rulewright.runtime.labels.names import Names
from rulewright.runtime.labels.option_ids import OptionIds

if TYPE_CHECKING:
    from rulewright.compiler.program import Program
    from rulewright.runtime.state import State


class Labels(Names):
    """All that is said of one program's games."""

    def __init__(self, program: Program, printer: Any) -> None:
        super().__init__(program, printer)
        self.ids = OptionIds(program)

    # ------------------------------------------------------------ options

    def option(self, block: int, value: Any, lang: str, s: State | None = None) -> str:
        """An option in words; with a state, what is said of a space there."""
        asking = self.program.decisions[block]
        kind = asking.kind
        if kind in ("offer", "entry"):
            return self._entry(value, asking, lang)
        if kind == "trigger":
            return self._trigger(value, lang)
        if kind == "pay":
            if value == -1:
                return said("enough", lang)
            if value[0] == 1:
                return self._entry(value[1:], asking, lang)
            _, way, card, amount = value
            return f"{self.card(card, lang)} ({amount})" + ("" if way < 0 else f", {self._way(way, lang)}")
        if kind == "menu":
            if value == -1:
                return said("none", lang)
            if asking.titles == STOP_OR_GO:
                return said("on" if value else "stop", lang)
            title = asking.titles[value]
            return self.said(lang, "titles", title, title) if isinstance(title, str) else self.node(title, lang)
        if kind == "number":
            return str(value)
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
        return text if value[2] < 0 else labelled(self.card(value[2], lang), text, lang)

    def _way(self, way: int, lang: str) -> str:
        return self.component(self.program.ways[way].component, lang)

    def _entry(self, value: Any, asking: Any, lang: str) -> str:
        if value == -1:
            title = str(asking.titles[0]) if asking.titles else ""
            return self.said(lang, "titles", title, title) or said("none", lang)
        table, number, card = value
        entry = self.program.offers[table][number]
        if card < 0:
            name = entry.procedure.name.partition("_")[2]
            return self.said(lang, "procedures", name, self.node(entry.title, lang))
        return labelled(self.card(card, lang), self.heading(entry.heading, lang), lang)

    def prompt(self, block: int, lang: str, s: Any = None) -> str:
        """What is asked, as a sentence begins."""
        prompt = self._prompt(block, lang, s)
        return prompt[:1].upper() + prompt[1:]

    def _prompt(self, block: int, lang: str, s: Any = None) -> str:
        asking = self.program.decisions[block]
        if asking.kind == "pay" and s is not None:
            f = s.stack[-1]
            prompt = self.node(self.program.pay_prompts[f[7]], lang)
            return said("paid_so_far", lang, prompt=prompt, count=f[5]) if f[5] else prompt
        if isinstance(asking.prompt, N.Ability):
            return self.heading(asking.prompt.heading, lang)
        return self.node(self._asked(asking.prompt, lang), lang) if asking.prompt else ""

    def _asked(self, prompt: Any, lang: str) -> Any:
        """What a prompt asks for; what is to be chosen, as the language says where from."""
        match prompt:
            case N.Perform(verb="choose", slots=(N.Slot(name="object", value=N.Phrase() as chosen),)):
                return self.program.ruleset.language(lang).choosing(chosen)
        return prompt

    # ------------------------------------------------------------ the log

    def event(self, seat: int, block: int | str, value: Any, detail: Any, lang: str = "en", told: bool = True) -> str:
        """A line of the log: a choice (block and value), a deed (verb and what it was done to), or chance (seat -1).

        detail: of a payment, what is paid; of a deed, the parts of a number; of chance, for which of several, or -1.
        told: whether cards are named. Of a card that chance takes and that is not named nothing is said: "".
        """
        if block == ALWAYS:
            return said("broken_invariant", lang, id=value)
        if isinstance(block, str):
            made = detail if isinstance(detail, tuple) else ()
            parts = [f"{by:+} {self.part(noun, label, lang, brief=True)}" for noun, label, by in made]
            line = f"{self.seat(seat, lang)} {self._deed(block, value, lang, told)}"
            return labelled(line, ", ".join(parts), lang) if parts else line
        text = self.option(block, value, lang) if told else "…"
        if seat < 0:
            if not told:
                return ""
            name = self.noun(self._prompt(block, lang), lang)
            line = labelled(f"{name[:1].upper()}{name[1:]}", text, lang)
            return labelled(self.seat(detail, lang), line, lang) if detail >= 0 else line
        asking = self.program.decisions[block]
        asked = self.program.pay_prompts[detail] if detail >= 0 else asking.prompt
        if asking.is_nothing(value) and (declined := self._declined(seat, asking, asked, value, lang)):
            return declined
        if value != -1 and asking.kind == "menu" and (done := self._told_of(seat, asking.titles[value], lang)):
            return done
        if value != -1 and (deed := self._told_of(seat, asked, lang)):
            return labelled(deed, text, lang)
        prompt = self.node(asked, lang) if detail >= 0 else self.prompt(block, lang)
        line = labelled(prompt, text, lang) if prompt and prompt != text else text
        return labelled(self.seat(seat, lang), line, lang)

    def _declined(self, seat: int, asking: Any, asked: Any, value: Any, lang: str) -> str | None:
        """That a seat has had enough, or does not do what it was asked to."""
        if asking.titles == STOP_OR_GO or asking.kind in ("card", "pay"):
            return said("no_more", lang, seat=self.seat(seat, lang))
        return self._told_of(seat, asked, lang, negated=True) if asking.kind == "menu" else None

    def _told_of(self, seat: int, asked: Any, lang: str, negated: bool = False) -> str | None:
        """What a seat was asked to do, as something that it does; None for what is no deed, or speaks to "you".

        The lexicon's English words tell that a term is said of "you": other languages may say so by an ending.
        """
        ruleset = self.program.ruleset
        if not isinstance(asked, N.Act) or lang not in ruleset.languages:
            return None
        name = self.seat(seat, lang)
        if lang != "en" and ruleset.language("en").told_of(name, self._asked(asked, "en"), negated) is None:
            return None
        return ruleset.language(lang).told_of(name, self._asked(asked, lang), negated)

    def _deed(self, verb: str, things: tuple[Any, ...], lang: str, told: bool) -> str:
        slots = list(zip(self.program.verbs[verb], things, strict=True))
        named = {
            slot.name: self._done_to(slot.type, thing, lang)
            if told or slot.type != "card"
            else self.noun(slot.noun, lang)
            for slot, thing in slots
        }
        pieces = {slot.name: self.layout.piece_kinds[thing].noun for slot, thing in slots if slot.type == "piece"}
        spoken = lang in self.program.ruleset.languages
        said = self.program.ruleset.language(lang).said_of(verb, named, pieces) if spoken else None
        if said:
            return said
        entry = self.program.ruleset.lexicon["verbs"].get(verb) or {}
        forms = str((entry.get("en") or {}).get("forms", verb)).split("|")
        return " ".join([forms[1] if len(forms) > 1 else forms[0], *named.values()])

    def _done_to(self, kind: str, thing: Any, lang: str) -> str:
        """A thing within a sentence; a kind of piece with its article where names do not stand behind the sentence."""
        ruleset = self.program.ruleset
        own = ruleset.language(lang if lang in ruleset.languages else "en")
        if kind == "piece" and not own.lexicon.core.get("before_names"):
            article = N.Article(word="a")
            return self.node(N.NounPhrase(determiner=article, noun=self.layout.piece_kinds[thing].noun), lang)
        return self.thing(kind, thing, lang)

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
