"""The words that a terminal of the grammar stands for, in the form that fits what is around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.language.grammar.grammar_file import Symbol
from rulewright.language.lexicon import Forms, Lexicon, noun_to, relation_terminal
from rulewright.language.lexicon.words import AdjectiveWord, RelationWord
from rulewright.language.printing.agreement import Agreement, Context
from rulewright.language.printing.misreadings import Misreadings
from rulewright.language.printing.pieces import OF_MANY, Clitic, Determining, Mark, Stem
from rulewright.language.trees.normal_form import head_noun

_Telling = AdjectiveWord | RelationWord


class Terminals:
    """Says terminals with the words of one lexicon."""

    def __init__(self, lexicon: Lexicon, agreement: Agreement, misreadings: Misreadings) -> None:
        self.lexicon, self.agreement, self._misreadings = lexicon, agreement, misreadings
        self.cases = [mark.name for mark in lexicon.inflection.layers.get("NOUN", ((),))[-1]]
        self._split_words = {
            name: str(entry["words"][0]) for name, entry in lexicon.core.get("splits", {}).items() if entry.get("words")
        }
        self._by_noun = lexicon.core.get("by_noun", {})
        self._agrees_with = lexicon.core.get("agrees_with", {})
        self._of_head = {name for name, part in self._agrees_with.items() if part == "head"}  # of what is described
        self._only: Mapping[str, str] = lexicon.core.get("only_before", {})
        self._for_kinds: Mapping[str, str] = lexicon.core.get("for_kinds", {})
        self._before_several: Sequence[str] = lexicon.core.get("before_several", ())

    def of_text(self, agreement: Agreement) -> Terminals:
        """The same for the words of one text."""
        own = copy(self)
        own.agreement = agreement
        return own

    def fixed(self, item: Symbol, node: n.Node, context: Context) -> str | None:
        """The wording of a terminal that carries no value; None if the words around it do not allow it."""
        if item.literal:
            if item.literal == "'s" and isinstance(node, n.Possessive) and self.agreement.number(node.owner) == "many":
                return OF_MANY
            return item.literal
        inflection = self.lexicon.inflection
        if item.name in inflection.moods:
            return Mark(item.name)
        if item.name in inflection.clitics:
            forms_of = inflection.clitics[item.name]
            return Clitic(
                self.agreement.agreeing(Forms(forms_of), next(iter(forms_of)).partition("_")[0], context) or ""
            )
        if item.name == "CASE":
            return Mark(context.case or self.cases[0])
        if item.name in inflection.marks:
            return Mark(item.name) if self.lexicon.fits(inflection.marks[item.name], context.head) else None
        if item.name in self._only and isinstance(node, n.Slot):
            noun = head_noun(node.value)
            if noun is None or not self.lexicon.noun_is(noun, self._only[item.name]):
                return None
        if item.name in self._for_kinds and isinstance(node, n.Slot):
            noun = head_noun(node.value)
            person = noun is None and isinstance(node.value, n.Pronoun) and node.value.word in ("you", "they")
            if not person and (noun is None or not self.lexicon.noun_is(noun, self._for_kinds[item.name])):
                return None
        if item.name in self._by_noun and isinstance(node, n.Slot):
            noun = head_noun(node.value)
            found = noun_to(self.lexicon, noun) if noun else ""
            if found:
                return found
        if item.name in self._before_several and context.noun == "one":
            head = self.agreement.normaliser.lexicon.nouns.get(context.head)
            if head is None or head.counts:
                return None
        words = self.lexicon.classes.get(item.name)
        if words:
            word, forms = next(iter(words.items()))
            if item.name in inflection.layers:
                return Stem(word, item.name, "one")
            head = self.lexicon.nouns.get(context.head)
            if head is not None and head.own.get(item.name):
                return head.own[item.name]
            other = getattr(node, self._agrees_with.get(item.name, ""), None)
            if other:
                context = replace(context, subject=self.agreement.number(other), gender=self.agreement.gender(other))
            if item.name in self._of_head:
                context = replace(context, subject=context.noun)
            return self.agreement.agreeing(forms, context.subject, context) or ""
        return self._split_words[item.name]

    def word(self, terminal: str, value: object, context: Context, node: n.Node) -> str | None:
        """The wording of a labelled terminal's value; None if the terminal cannot say it."""
        lexicon = self.lexicon
        if terminal == "INT":
            noun = lexicon.nouns.get(context.head)  # "1 of them" lies where they do
            return Stem(str(value), "INT", "one", style=noun.place if noun else "") if isinstance(value, int) else None
        if not isinstance(value, str):
            return None
        terminal = "NOUN" if terminal == "GROUPED" else terminal
        if terminal in lexicon.inflection.layers:
            known = value in (lexicon.nouns if terminal == "NOUN" else lexicon.classes.get(terminal, ()))
            return Stem(value, terminal, context.noun) if known and not self._looks_single(value, node) else None
        if terminal == "NOUN":
            noun = lexicon.nouns.get(value)
            if noun is not None and self.agreement.declension.cases:
                number = context.noun if noun.forms.forms.get(context.noun) else "one"
                return next(iter(noun.forms.fitting({number, context.case or self.agreement.declension.subject})), None)
            return noun.forms.get(context.noun, "one") if noun else None
        if terminal.startswith(("ADJ", "PRED")):
            adjective = lexicon.adjectives.get(value)
            said = self._forms_told(adjective, self.agreement.normaliser.lexicon.adjectives.get(value))
            fits = adjective is not None and adjective.terminal == terminal
            return self.agreement.agreeing(said, context.noun, context) if said and fits else None
        if terminal.startswith("RELATION"):
            relation = lexicon.relations.get(value)
            said = self._forms_told(relation, self.agreement.normaliser.lexicon.relations.get(value))
            if relation is None or said is None:
                return None
            fitting = {f: t for f, t in said.forms.items() if relation_terminal(f, relation.case) == terminal}
            return self.agreement.agreeing(Forms(fitting), context.noun, context) if fitting else None
        if terminal == "HEADING":
            return _any(lexicon.headings[value].forms) if value in lexicon.headings else None
        if terminal == "TIME":
            return _any(lexicon.times[value].forms) if value in lexicon.times else None
        if terminal == "PART":
            verb = lexicon.verbs.get(value)
            if verb is None:
                return None
            said = verb.forms[0]
            return said.get(f"part_{context.noun}_{context.gender}", "part")
        if terminal in lexicon.verb_terminals.values() and lexicon.inflection.moods:
            if lexicon.verb_terminals.get(value) != terminal:
                return None
            verb = lexicon.verbs[value]
            bare = isinstance(node, n.Perform) and (
                (bool(verb.bare_with) and node.slot(verb.bare_with) is not None)
                or (bool(verb.bare_without) and node.slot(verb.bare_without) is None)
            )
            return Stem(
                value, terminal, context.subject, self.agreement.known_object(node), context.mood or "", bare=bare
            )
        if terminal in ("REL", "PAST") or terminal in lexicon.verb_terminals.values():
            return self._verb(terminal, value, context, node)
        closed = lexicon.classes.get(terminal, {}).get(value)
        return self._of_closed(closed, terminal, context) if closed else None

    def _verb(self, terminal: str, value: str, context: Context, node: n.Node) -> str | None:
        """A verb, or a participle of it, in a language without moods; None if the terminal cannot say it."""
        verb = self.lexicon.verbs.get(value)
        if verb is None or (terminal not in ("REL", "PAST") and self.lexicon.verb_terminals[value] != terminal):
            return None
        form = "ed" if terminal == "PAST" else context.mood or "base"
        if form == "s" and context.subject == "many":
            form = "base"
        said = verb.forms[0]
        if terminal == "PAST":  # one that cannot be taken for the verb itself: put, but placed
            said = next((f for f in verb.forms if f.get("ed") not in (f.get("base"), f.get("s"))), said)
        text = said.get(form)
        if terminal == "PAST" and verb.fixed_object[0]:
            return verb.fixed_object[0]
        if not text or terminal not in ("REL", "PAST"):
            return text
        text = f"{text} {verb.particle}".strip()
        return (
            None
            if isinstance(node, n.Passive) and node.tense == "present" and self._misreadings.is_quality(text)
            else text
        )

    def _looks_single(self, value: str, node: n.Node) -> bool:
        """Whether several things of a noun would be read as one, because it has one form for both and none tells."""
        several = isinstance(node, n.NounPhrase) and node.plural and node.noun == value
        forms = self.lexicon.nouns[value].forms if several else None
        return forms is not None and forms.forms.get("many") == forms.forms.get("one")

    def _of_closed(self, forms: Forms, terminal: str, context: Context) -> str | None:
        """A word of a closed class.

        A pronoun that has no form of a case is not said in it: "dich" is no subject; nor a determiner of one thing
        before a number of them: "ein verschiedenes".
        """
        number = {"one": "many", "many": "one"}.get(context.noun, "")
        if (
            terminal == "DET"
            and self.agreement.declension.cases
            and all(number in name.split("_") for name in forms.forms)
        ):
            return None
        if terminal == "PRON" and self.agreement.declension.cases:
            features = {context.noun, context.gender, context.case or self.agreement.declension.subject}
            said = next(iter(forms.fitting(features)), None)
        else:
            said = self.agreement.agreeing(forms, context.noun, context)
        return Determining(said) if said and terminal == "PRON" and self._misreadings.is_determiner(said) else said

    def _forms_told(self, word: _Telling | None, canonical: _Telling | None) -> Forms | None:
        """The forms of a word here: in a log those for somebody else; None if it has none, though English has."""
        if word is None or not self.agreement.told:
            return word.forms if word else None
        return word.told or (None if canonical is not None and canonical.told else word.forms)


def _any(forms: Forms) -> str | None:
    return forms.get("any", *forms.forms)
