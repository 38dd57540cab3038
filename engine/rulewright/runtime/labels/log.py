"""The lines of a log, in a language.

A line is "who: what" or what somebody did. `log` of a language's words says where it tells that in other words: a
template by what is told, without which it is told like all else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rulewright.compiler.compiled import ALWAYS
from rulewright.compiler.procedures.decisions import STOP_OR_GO, Decision
from rulewright.language import nodes as N
from rulewright.language.interface import said
from rulewright.runtime.labels.options import Options, labelled, so_many

_THIS = N.Article(word="this")
_ONE_OR_MANY = re.compile(r"<(?P<one>[^<>|]*)\|(?P<many>[^<>|]*)>")  # what a deed counts, behind its number


class Labels(Options):
    """All that is said of one program's games."""

    def event(self, seat: int, block: int | str, value: Any, detail: Any, lang: str = "en", told: bool = True) -> str:
        """A line of the log: a choice (block and value), a deed (verb and what it was done to), or chance (seat -1).

        detail: of a payment, what is paid; of a deed, the parts of a number; of chance, for which of several, or -1.
        told: whether cards are named. Of a card that chance takes and that is not named nothing is said: "".
        """
        return self._own_words(self._event(seat, block, value, detail, lang, told), seat, lang)

    def _own_words(self, line: str, seat: int, lang: str) -> str:
        """A line of somebody with what they do as a game's language tells it in own words (`deeds`), if it does."""
        begins = f"{self._who(seat, lang)} " if seat >= 0 else ""
        if not begins or not line.startswith(begins):
            return line
        deed, colon, rest = line.removeprefix(begins).partition(": ")
        told = self._deeds(lang).get(deed, "")
        own = self._own_deed(deed, lang, **({"text": rest} if rest else {}))
        return line if not own else begins + own if "{text}" in told else f"{begins}{own}{colon}{rest}"

    def _deeds(self, lang: str) -> Mapping[str, str]:
        """What a game's language tells in own words of what somebody does."""
        lexicon = self.program.ruleset.content.data["locale"].get(lang, {}).get("lexicon", {})
        deeds: Mapping[str, str] = lexicon.get("deeds", {})
        return deeds

    def _event(self, seat: int, block: int | str, value: Any, detail: Any, lang: str, told: bool) -> str:
        """A line in the words of the language's core."""
        if block == ALWAYS:
            return said("broken_invariant", lang, id=value)
        if isinstance(block, str):
            made = detail if isinstance(detail, tuple) else ()
            parts = [self._part(f"{by:+}", self.part(noun, label, lang, brief=True), lang) for noun, label, by in made]
            line = f"{self._who(seat, lang)} {self._deed(block, value, lang, told)}"
            return labelled(line, ", ".join(parts), lang) if parts else line
        if seat < 0:
            return self._chance(block, value, detail, lang) if told else ""
        text = (self._between(block, value, lang) or self.option(block, value, lang, told=True)) if told else "…"
        asking = self.program.decisions[block]
        asked = self.program.pay_prompts[detail] if detail >= 0 else asking.prompt
        who = self._who(seat, lang)
        if asking.kind == "pay" and value != -1 and value[0] != 1 and isinstance(asked, N.Perform):
            asked, text = so_many(asked, value[3]), self._paid_with(value, lang) if told else text
        if isinstance(asked, N.Perform) and (asking.kind == "card" or asking.titles == STOP_OR_GO):
            asked = _one_of_several(asked)
        card = self._card_of(block, lang)
        if asking.instead is not None and (told_instead := self._instead(seat, asking, value, lang, card)):
            return told_instead
        if asking.is_nothing(value) and (declined := self._declined(seat, asking, asked, value, lang, card)):
            return declined
        if value != -1 and asking.kind == "menu" and (done := self._told_of(seat, asking.titles[value], lang, card)):
            return done
        if value != -1 and (deed := self._told_of(seat, asked, lang, card)):
            return self._carried_out(seat, asking, asked, value, deed, text, lang, card)
        if told and (line := self._chosen(who, asking, block, value, text, lang)):
            return line
        prompt = self.node(asked, lang) if detail >= 0 else self.prompt(block, lang)
        line = labelled(prompt, text, lang) if prompt and prompt != text else text
        return labelled(who, line, lang)

    def _instead(self, seat: int, asking: Decision, value: int, lang: str, card: str) -> str | None:
        """What somebody did in the place of an act, with the card that lets them; or that they let it be done.

        Which card they could have used is nothing that others know.
        """
        offered = asking.instead.cards[value] if asking.instead is not None else ""
        if offered:
            name = self.component(offered, lang)
            return self._told_of(seat, asking.titles[value], lang, self._line("card", lang, card=name) or name)
        if asking.instead is None or not asking.instead.of_another:
            return self._told_of(seat, asking.titles[value], lang, card)
        return labelled(self._who(seat, lang), self.node(asking.titles[value], lang), lang)

    def _chance(self, block: int, value: Any, whose: int, lang: str) -> str:
        """What chance took, and for whom."""
        text = self.option(block, value, lang)
        who = self._who(whose, lang) if whose >= 0 else ""
        if self.program.decisions[block].kind == "card":
            component = self.program.ruleset.components[self.layout.cards[value].component]
            kind = self.node(N.NounPhrase(determiner=N.Article(word="the"), noun=component.kind), lang)
            if line := self._line("chance_for" if who else "chance", lang, seat=who, kind=kind, text=text):
                return line
        role = self._prompt(block, lang)
        if self.program.decisions[block].kind == "player" and not who:
            what = self.node(N.NounPhrase(determiner=N.Article(word="the"), noun=role), lang)
            if line := self._line("chance_player", lang, seat=self._who(value, lang), what=what):
                return line
        name = self.noun(role, lang)
        line = labelled(f"{name[:1].upper()}{name[1:]}", text, lang)
        return labelled(who, line, lang) if who else line

    def _card(self, card: int, lang: str) -> str:
        """A card within a sentence: by the noun that it has, if any, or named after what it is: "el peón B"."""
        name = self.card(card, lang)
        line = self._line("card", lang, card=name)
        component = self.layout.cards[card].component
        if line and component in self.program.ruleset.words["nouns"]:
            return self.node(N.NounPhrase(noun=component), lang)
        noun = self.program.ruleset.components[component].kind
        kind, _, rest = name.partition(" ")
        if line and rest and kind.lower() == self.noun(noun, lang):
            return f"{self.node(N.NounPhrase(determiner=N.Article(word='the'), noun=noun), lang)} {rest}"
        return line or name

    def _rule_of(self, block: int, lang: str) -> str:
        """The title of the rule that a block belongs to, if it has one."""
        path = self.program.written[block]
        procedure = self.program.ruleset.procedures.get(str(path[1])) if path and path[0] == "procedures" else None
        if procedure is None or not procedure.title:
            return ""
        return self.said(lang, "procedures", procedure.id, procedure.title)

    def _card_of(self, block: int, lang: str) -> str:
        """The card whose text a block carries out, within a sentence; "" where it is a rule."""
        path = self.program.written[block]
        if not path or path[0] != "components":
            return ""
        name = self.component(str(path[1]), lang)
        return self._line("card", lang, card=name) or name

    def _between(self, block: int, place: Any, lang: str) -> str:
        """What lies between two spaces, by its ends: "between d5 and d7"; "" for all else."""
        ends = self.layout.border_ends.get(place, ()) if self.program.decisions[block].kind == "border" else ()
        if len(ends) != 2:
            return ""
        first, second = (self.cell(end, lang) for end in ends)
        return self._line("between", lang, first=first, second=second)

    def _paid_with(self, value: Any, lang: str) -> str:
        """The card that was paid with, and the one that lets it count so."""
        _, way, card, _ = value
        cards = [self.card(card, lang), *([self._way(way, lang)] if way >= 0 else [])]
        named = [self._line("card", lang, card=name) or name for name in dict.fromkeys(cards)]
        thanks = self._line("thanks_to", lang, card=named[0], way=named[1]) if len(named) == 2 else ""
        return thanks or ", ".join(named)

    def _carried_out(
        self, seat: int, asking: Any, asked: Any, value: Any, deed: str, text: str, lang: str, card: str
    ) -> str:
        """What somebody did, and what it was done to; a piece with the words for that very piece."""
        if asking.titles == STOP_OR_GO and asking.kind == "menu":
            line = self._line("goes_on", lang, seat=self._who(seat, lang), deed=deed)
            return line or labelled(deed, text, lang)
        very = self._of_very(seat, asking, asked, value, lang, card) if isinstance(asked, N.Perform) else None
        if very is not None and asking.kind == "menu":
            return self._line("kind", lang, deed=very)
        if very is not None:
            known, bare = (self._place_known(value[2], lang, article) for article in (N.Article(word="the"), None))
            who = self._who(seat, lang)
            own = self._own_deed(very.removeprefix(f"{who} "), lang, place=known, name=bare)
            return f"{who} {own}" if own else self._line("piece", lang, deed=very, place=known, name=bare)
        if asking.kind == "pay" and (line := self._line("paid", lang, deed=deed, text=text)):
            return line
        name, _, kind = text.removesuffix(")").partition(" (") if asking.kind != "pay" else ("", "", "")
        return labelled(deed, name if kind and kind in deed else text, lang)

    def _of_very(self, seat: int, asking: Any, asked: N.Perform, value: Any, lang: str, card: str) -> str | None:
        """What somebody did to that very piece, or with one of that kind; None where a language does not tell it so."""
        if asking.kind == "pieces" and self._template("piece", lang):
            thing = N.NounPhrase(determiner=N.Article(word="a"), noun=self.layout.piece_kinds[value[0]].noun)
        elif asking.kind == "menu" and self._template("kind", lang) and isinstance(asking.titles[value], N.NounPhrase):
            thing = replace(asking.titles[value], determiner=N.Quantity(kind="count", low=1))
        else:
            return None
        slots = (replace(one, value=thing) if one.name == "object" else one for one in asked.slots)
        kept = tuple(slot for slot in slots if slot.name != "from" and not self._is_role(slot.value))
        return self._told_of(seat, replace(asked, slots=kept), lang, card)

    def _is_role(self, thing: N.Node) -> bool:
        """Whether a thing is named by what it is in a rule alone: "the destination", of which a line before tells."""
        from rulewright.language.trees.normal_form import head_noun  # as below

        noun = self.program.ruleset.words["nouns"].get(head_noun(thing) or "")
        return noun is not None and noun.type == "role"

    def _place_known(self, place: int, lang: str, article: N.Article | None) -> str:
        """A place within a sentence: a zone by its noun, with the article or without one."""
        if place >= self.layout.zone_count:
            spaces = place < self.layout.card_place and place not in self.layout.border_ends
            return self.cell(place, lang) if spaces else self.place(place, lang)
        return self.node(N.NounPhrase(determiner=article, noun=self.layout.zone_noun[place]), lang)

    def _chosen(self, who: str, asking: Any, block: int, value: Any, text: str, lang: str) -> str:
        """What somebody chose that is no deed, as a language tells it; "" where it has no words of its own for it."""
        match asking.kind:
            case "menu" if asking.titles == STOP_OR_GO and (rule := self._rule_of(block, lang)):
                return self._line("goes_on_with", lang, seat=who, text=rule) or self._titled(who, text, lang)
            case "menu":
                return self._titled(who, text, lang)
            case "offer" | "entry" if value == -1:
                return self._titled(who, text, lang)
            case _ if value == -1:
                return ""
            case "number":
                prompt = self._prompt(block, lang)
                what = prompt[:1].lower() + prompt[1:]
                own = self._own_deed(what, lang, text=text)
                return f"{who} {own}" if own else self._line("number", lang, seat=who, what=what, text=text)
            case "offer" | "entry" if value[2] < 0:
                return self._titled(who, text, lang)
            case "offer" | "entry":
                heading = self._small(self.program.offers[value[0]][value[1]].heading, lang)
                own = self._own_deed(heading, lang, text=self.card(value[2], lang))
                return f"{who} {own}" if own else self._line("ability", lang, seat=who, text=text)
            case "trigger" if value[2] >= 0:
                entry = self.program.offers[value[0]][value[1]]
                effect = self.node(entry.title, lang)
                return self._line("trigger", lang, seat=who, card=self.card(value[2], lang), text=effect)
            case "card" if isinstance(asking.prompt, N.Ability):
                heading = self._small(asking.prompt.heading, lang)
                own = self._own_deed(heading, lang, text=text)
                return f"{who} {own}" if own else self._line("resolved", lang, seat=who, text=text, heading=heading)
        return ""

    def _titled(self, who: str, text: str, lang: str) -> str:
        """The choice of something that has a title."""
        own = self._own_deed(text, lang)
        return f"{who} {own}" if own else self._line("title", lang, seat=who, text=text)

    def _own_deed(self, printed: str, lang: str, **words: str) -> str:
        """A deed, title or number in the words that a game's language has for it (`deeds` of its lexicon), or ""."""
        own = self._deeds(lang).get(printed, "")
        for name, word in words.items():
            own = own.replace(f"{{{name}}}", word)
        one = words.get("text") == "1"
        own = _ONE_OR_MANY.sub(lambda found: found["one"] if one else found["many"], own)
        if not own or "{" in own:  # what is not known here stands behind a colon in the end
            return ""
        from rulewright.language.printing.sounds import sounds_of  # as below

        return sounds_of(lang).written(own)

    def _who(self, seat: int, lang: str) -> str:
        """A seat as a line begins with it: by its number, unless the rules play it."""
        own = self.program.asked[seat] == seat
        return own and self._line("who", lang, number=str(seat + 1)) or self.seat(seat, lang)

    def _small(self, heading: str, lang: str) -> str:
        """A heading within a sentence."""
        text = self.heading(heading, lang)
        return text[:1].lower() + text[1:]

    def _part(self, by: str, what: str, lang: str) -> str:
        """What makes a part of a number, and by how much; in a game's own words for it, if there are any."""
        what = self._own_deed(what, lang) or what
        return self._line("part", lang, by=by, what=what) or f"{by} {what}"

    def _template(self, key: str, lang: str) -> str:
        from rulewright.language.lexicon import core_words  # it reads YAML, which a warm start does not import

        return str(core_words(lang).get("log", {}).get(key, ""))

    def _line(self, key: str, lang: str, **words: str) -> str:
        """A line in the words of a language; "" where it has none of its own."""
        from rulewright.language.printing.sounds import sounds_of  # as above

        template = self._template(key, lang)
        return sounds_of(lang).written(template.format(**words)) if template else ""

    def _declined(self, seat: int, asking: Any, asked: Any, value: Any, lang: str, card: str) -> str | None:
        """That a seat has had enough, or does not do what it was asked to."""
        if asking.titles == STOP_OR_GO or asking.kind in ("card", "pay"):
            return said("no_more", lang, seat=self._who(seat, lang))
        if asking.kind != "menu":
            return None
        told = self._told_of(seat, asked, lang, card, negated=True)
        rule = self._template("declined_rule", lang)
        deeds = self.program.ruleset.language(lang).deeds
        if told and rule and (deed := deeds.not_done(self._asked(asked, lang), rule)):
            return self._line("declined", lang, seat=self._who(seat, lang), deed=deed)
        return told

    def _told_of(self, seat: int, asked: Any, lang: str, card: str, negated: bool = False) -> str | None:
        """What a seat was asked to do, as something that it does; None for what is no deed, or speaks to "you".

        The lexicon's English words tell that a term is said of "you": other languages may say so by an ending.

        card: the one that "this card" is.
        """
        ruleset = self.program.ruleset
        if not isinstance(asked, N.Act) or lang not in ruleset.languages:
            return None
        name = self._who(seat, lang)
        if lang != "en" and ruleset.language("en").deeds.told_of(name, self._asked(asked, "en"), negated) is None:
            return None
        told = ruleset.language(lang).deeds.told_of(name, self._asked(asked, lang), negated)
        if told and (own := self._own_deed(told.removeprefix(f"{name} "), lang, card=card)):
            return f"{name} {own}"
        told = told and self.by_name(told, asked, lang)
        done = asked.cost if negated and isinstance(asked, N.Cost) else asked
        this = [node for node in done.walk() if isinstance(node, N.NounPhrase) and node.determiner == _THIS]
        if not told or not card or not (this or _THIS in done.walk()):
            return told
        itself = self.node(this[0], lang) if this and self._template("itself", lang) else ""
        named = told.replace(itself, self._line("itself", lang, card=card)) if itself else told
        return named if named != told else f"{told} ({card})"

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
        said = self.program.ruleset.language(lang).deeds.said_of(verb, named, pieces) if spoken else None
        if said:
            from rulewright.language.printing.sounds import sounds_of  # not imported by a warm start

            return sounds_of(lang).written(said)
        entry = self.program.ruleset.lexicon["verbs"].get(verb) or {}
        forms = str((entry.get("en") or {}).get("forms", verb)).split("|")
        return " ".join([forms[1] if len(forms) > 1 else forms[0], *named.values()])

    def _done_to(self, kind: str, thing: Any, lang: str) -> str:
        """A thing within a sentence; a kind of piece with its article where names do not stand behind the sentence."""
        if kind == "card":
            return self._card(thing, lang)
        ruleset = self.program.ruleset
        own = ruleset.language(lang if lang in ruleset.languages else "en")
        if kind == "piece" and not own.lexicon.core.get("before_names"):
            article = N.Article(word="a")
            return self.node(N.NounPhrase(determiner=article, noun=self.layout.piece_kinds[thing].noun), lang)
        return self.thing(kind, thing, lang)


def _one_of_several(asked: N.Perform) -> N.Perform:
    """What is done to several things, as it is told of each: "discards 1 card" of "discard one or more cards"."""

    def one(slot: N.Slot) -> N.Slot:
        match slot:
            case N.Slot(value=N.NounPhrase(determiner=N.Quantity(article=None)) as several):
                count = N.Quantity(kind="count", low=1)
                return replace(slot, value=replace(several, determiner=count, plural=False))
            case N.Slot(value=N.PartOf() as part):
                return replace(slot, value=replace(part, quantity=N.Quantity(kind="count", low=1)))
        return slot

    return replace(asked, slots=tuple(map(one, asked.slots)))
