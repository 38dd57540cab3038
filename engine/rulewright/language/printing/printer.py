"""Print trees as text by applying the grammar's productions in reverse.

For a node the printer takes the alternatives of its class in file order; the first one that says everything the node
holds is the normal form. Words agree by what stands in `_Context`: the number of the subject, the form of the verb.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import MISSING, dataclass, replace
from functools import cached_property
from typing import Any

from rulewright.language import nodes as n
from rulewright.language.grammar.grammar_file import Alternative, Group, Item, Symbol
from rulewright.language.grammar.productions import Grammar
from rulewright.language.lexicon import Forms, Lexicon, noun_to, relation_terminal, split_words
from rulewright.language.lexicon.declension import CARRIES
from rulewright.language.lexicon.words import AdjectiveWord, RelationWord
from rulewright.language.node_fields import ALIASES, FIELDS
from rulewright.language.printing.sounds import Sounds
from rulewright.language.problems import RulewrightError, problem
from rulewright.language.trees.antecedents import likely_antecedents
from rulewright.language.trees.compare import shown
from rulewright.language.trees.normal_form import Normaliser, head_noun

UNORDERED = frozenset({"slots", "adverbs", "filters"})  # their order in the tree is canonical, not that of the words
COUNTING_WORDS = 3  # with which a count begins: "the number of"


class PrintError(RulewrightError):
    """A tree that no sentence of the language says."""


@dataclass(frozen=True, slots=True)
class _Context:
    mood: str | None = None  # of the verbs below
    subject: str = "one"  # number of the subject that they agree with
    noun: str = "one"  # number of the noun phrase around
    case: str = ""  # form of the noun phrase around, in languages that have cases
    head: str = ""  # its noun
    gender: str = ""  # of what the words here agree with
    way: str = ""  # how the words before the noun are declined, in languages that have several ways
    determiner: str = ""  # its article, in languages that look at it


class _Mark(str):
    """A mark (see `inflection`) that waits for its word."""

    __slots__ = ()


class _Stem(str):
    """A word that waits for its marks: what it stands for, and what it agrees with."""

    __slots__ = ("bare", "definite", "number", "style", "terminal")
    bare: bool
    definite: bool
    number: str
    style: str
    terminal: str

    def __new__(
        cls, value: str, terminal: str, number: str, definite: bool = False, style: str = "", *, bare: bool = False
    ) -> _Stem:
        stem = super().__new__(cls, value)
        stem.terminal, stem.number, stem.definite, stem.style, stem.bare = terminal, number, definite, style, bare
        return stem


class _Determining(str):
    """A pronoun that would be read as a determiner before a noun: "die anderen"."""

    __slots__ = ()


class _Clitic(str):
    """A pronoun that is said as part of the verb before it."""

    __slots__ = ()


_State = dict[str, tuple[object, ...]]  # what of the node has not been said yet
_Said = tuple[list[str], _State]


_Telling = AdjectiveWord | RelationWord
_OF_MANY = "'s'"
"""The English sign of what belongs to several, until it is known what it stands behind."""


class Printer:
    """Prints nodes with one grammar and lexicon."""

    def __init__(self, grammar: Grammar, lexicon: Lexicon, normaliser: Normaliser) -> None:
        self.grammar, self.lexicon, self.normaliser = grammar, lexicon, normaliser
        self._by_class: dict[tuple[str, str], list[Alternative]] = {}
        self._verbs: dict[str, list[Alternative]] = {}
        for alternative in grammar.alternatives.get("_verb", ()):
            for item in alternative.items:
                if isinstance(item, Symbol) and item.label == "verb":
                    self._verbs.setdefault(item.name, []).append(alternative)
        self._split_words = {
            name: str(entry["words"][0]) for name, entry in lexicon.core.get("splits", {}).items() if entry.get("words")
        }
        self._by_noun = lexicon.core.get("by_noun", {})
        self._agrees_with = lexicon.core.get("agrees_with", {})
        self._of_head = {name for name, part in self._agrees_with.items() if part == "head"}  # of what is described
        self._without_word: Mapping[str, str] = lexicon.core.get("without", {})
        self._not_behind: Mapping[str, Sequence[str]] = lexicon.core.get("not_behind", {})
        self._not_counted: Sequence[str] = lexicon.core.get("not_counted", ())
        self._counted_only: Sequence[str] = lexicon.core.get("counted_only", ())
        self._declined_as: Mapping[str, str] = lexicon.core.get("declined_as", {})
        self._cases = [mark.name for mark in lexicon.inflection.layers.get("NOUN", ((),))[-1]]
        self._definite = lexicon.core.get("definite", {})
        self._only: Mapping[str, str] = lexicon.core.get("only_before", {})
        self._for_kinds: Mapping[str, str] = lexicon.core.get("for_kinds", {})
        self._before_several: Sequence[str] = lexicon.core.get("before_several", ())
        self._vague: Mapping[str, Any] = lexicon.core.get("vague", {})
        self._genders: Sequence[str] = lexicon.core.get("genders", ())
        self._declension = lexicon.declension
        self._swallowed = _swallowed(grammar, lexicon)
        self._sounds = Sounds(lexicon.core)
        self._sounded: dict[str, str] = {}
        self._told = False
        self._meant: Mapping[int, str] = {}
        for name, alternatives in grammar.alternatives.items():
            for alternative in alternatives if name.startswith("_late{") else ():
                for item in alternative.items:
                    if isinstance(item, Symbol) and item.label == "verb":
                        self._verbs.setdefault(f"{item.name} {name}", []).append(alternative)
        self._memo: dict[tuple[int, str, _Context], list[str] | None] = {}

    def print(
        self,
        node: n.Node,
        rule: str,
        about: str = "",
        mood: str = "",
        sounds: dict[str, str] | None = None,
        told: bool = False,
    ) -> str:
        """The text of a node, as the given rule of the grammar.

        about: the noun that "it" stands for from outside; mood: the form of the verbs, if it is not the usual one;
        sounds: gets what the text is changed in for the sound of it: patterns, and what stands there instead;
        told: whether a log tells it of somebody else.

        Raises:
            PrintError: the language has no such sentence.
        """
        own = copy(self)  # what is noted of one text is nothing to others, which may be printed at the same time
        own._memo, own._sounded, own._told = {}, {} if sounds is None else sounds, told
        if self._genders:
            own._meant = likely_antecedents(node, self.lexicon, about)
        pieces = own._emit(node, rule, _Context(mood or None))
        if pieces is None:
            raise PrintError(problem("RW0330", found=own._untold(node), lang=self.lexicon.lang))
        return own._join(pieces)

    def _untold(self, node: n.Node) -> str:
        """The smallest part that the language has no words for, in plain words."""
        told = {key[0] for key, pieces in self._memo.items() if pieces is not None}
        tried = {key[0] for key in self._memo} - told
        parts = [part for part in node.walk() if id(part) in tried]
        smallest = [part for part in parts if not any(id(inner) in tried for inner in part.walk() if inner is not part)]
        return shown((smallest or [node])[0])

    # -------------------------------------------------------------- one node

    def _emit(self, node: n.Node, rule: str, context: _Context) -> list[str] | None:
        key = (id(node), rule, context)
        if key not in self._memo:
            self._memo[key] = None  # a rule that comes back to itself says nothing new
            said = self._first(node, rule, context)
            self._memo[key] = None if said and isinstance(node, n.CountOf) and self._is_named(said) else said
        return self._memo[key]

    def _is_named(self, said: list[str]) -> bool:
        """Whether what counts things is, with their name, the name of a number: "the number of" and "number of cards".

        It would be read as that number, whatever that counts.
        """
        words = split_words(" ".join(said))
        starts = range(1, min(COUNTING_WORDS, len(words)))
        return any(words[at:end] in self._names for at in starts for end in range(at + 2, len(words) + 1))

    @cached_property
    def _names(self) -> frozenset[tuple[str, ...]]:
        """The wordings of nouns that are several words."""
        texts = (text for word in self.lexicon.nouns.values() for ts in word.forms.forms.values() for text in ts)
        return frozenset(words for words in map(split_words, texts) if len(words) > 1)

    def _first(self, node: n.Node, rule: str, context: _Context) -> list[str] | None:
        yields = self.grammar.yields(rule)
        if isinstance(node, n.Value) and n.Value not in yields:
            node = node.phrase  # "is your score" is read as a phrase first
        if type(node) not in yields:
            return None
        if rule in self._without_word:
            head = self.lexicon.nouns.get(context.head)
            if head is None or head.own.get(self._without_word[rule]) != "":
                return None
        if context.determiner and context.determiner in self._not_behind.get(rule, ()):
            return None
        if rule in self._not_counted and not self._uncounted(node):
            return None
        if rule in self._counted_only and self._uncounted(node):
            return None
        case = next((c for c in re.findall(r"\w+", rule)[1:] if c in self._cases), None) if "{" in rule else None
        context = replace(context, case=case) if case else context
        for alternative in self.grammar.alternatives[rule]:
            if alternative.alias is None:
                for pieces in self._unit(alternative.items, node, context):
                    if not self._is_swallowed(pieces):
                        return pieces
            elif alternative.alias == ALIASES[type(node)]:
                state = self._left(alternative, node)
                if state is None:
                    continue
                inner = self._agree(node, context)
                if declined := self._declined_as.get(rule.partition("__")[0]):
                    inner = replace(inner, way=self._declension.way(n.Article(word=declined)))
                if ("plural", True) in alternative.constants:  # as after "more": the word itself is in the singular
                    inner = replace(inner, noun="one")
                for pieces, left in self._walk(alternative.items, state, inner, node):
                    if not left and not self._is_swallowed(pieces):
                        return ["\n", *pieces] if isinstance(node, n.Ability) else pieces
        return None

    def _is_swallowed(self, pieces: list[str]) -> bool:
        """Whether some words and those behind them would be read as others: "el número de cartas", "diese | Karten"."""
        for place, piece in enumerate(pieces if not self._told else ()):  # nobody reads what a log tells as a sentence
            if isinstance(piece, _Determining):
                behind = tuple(" ".join(self._inflected(pieces[place + 1 :])).lower().split())
                if self._begins_with_noun(behind):
                    return True
            ends = self._swallowed.get(piece.lower())
            if ends:
                behind = tuple(" ".join(self._inflected(pieces[place + 1 :])).lower().split())
                if any(behind[: len(end)] == end for end in ends):
                    return True
        return False

    def _begins_with_noun(self, words: Sequence[str]) -> bool:
        """Whether a noun begins here, with nothing before it but numbers and adjectives."""
        place = 0
        while place < len(words):
            size, noun = max(self._bare_at(words, place), default=(0, False))
            if noun or not size and not words[place].isdigit():
                return noun
            place += size or 1
        return False

    def _bare_at(self, words: Sequence[str], place: int) -> Iterator[tuple[int, bool]]:
        """How many words each noun and adjective that begins here has, and whether it is a noun."""
        for said, noun in self._bare.get(words[place], ()):
            if tuple(words[place : place + len(said)]) == said:
                yield len(said), noun

    @cached_property
    def _bare(self) -> dict[str, list[tuple[tuple[str, ...], bool]]]:
        """The wordings of nouns and adjectives by their first words; of each whether it is of a noun."""
        found: dict[str, list[tuple[tuple[str, ...], bool]]] = {}
        for phrase in self.lexicon.phrases():
            if phrase.terminal == "NOUN" or phrase.terminal.startswith("ADJ"):
                found.setdefault(phrase.words[0], []).append((phrase.words, phrase.terminal == "NOUN"))
        return found

    @cached_property
    def _determining(self) -> frozenset[str]:
        """The wordings of determiners."""
        words = self.lexicon.classes.get("DET", {}).values()
        return frozenset(text for word in words for texts in word.forms.values() for text in texts)

    def _styled(self, context: _Context, item: Symbol) -> _Context:
        """The context below a symbol that names the form of what is below it: that of verbs, or a case."""
        if not item.mood:
            return context
        return replace(context, **{"case" if item.mood in self._declension.cases else "mood": item.mood})

    def _unit(self, items: Sequence[Item], node: n.Node, context: _Context) -> Iterator[list[str]]:
        before: list[str] = []
        found: list[str] | None = None
        for item in items:
            assert isinstance(item, Symbol)
            if item.terminal:
                word = self._fixed(item, node, context)
                if word is None:
                    return
                before_or_after = [word]
                if found is None:
                    before += before_or_after
                else:
                    found = found + before_or_after
            else:
                said = self._emit(node, item.rule, self._styled(context, item))
                if said is None:
                    return
                found = before + said
        if found is not None:
            yield found

    def _left(self, alternative: Alternative, node: n.Node) -> _State | None:
        """What is to be said of a node, less what the alternative's constants say; None if they say something else."""
        state: _State = {}
        for name, kind in FIELDS[type(node)].items():
            value = getattr(node, name)
            if name == "plural":
                known = dict(alternative.constants).get("plural", value)  # a noun without a plural has any number
                if value != known and not self._uncounted(node):
                    return None
            if name == "plural" or (kind.default is not MISSING and value == kind.default):
                continue
            state[name] = value if kind.many else (value,)
        return self._without(state, alternative)

    def _without(self, state: _State, alternative: Alternative) -> _State | None:
        for name, value in alternative.constants:
            if name == "plural":
                continue
            if state.get(name) != (value,):
                return None
            state = {k: v for k, v in state.items() if k != name}
        return state

    def _agree(self, node: n.Node, context: _Context) -> _Context:
        if self._genders:
            gender = self._gender_around(node)
            if gender:
                context = replace(context, gender=gender)
        if self._declension.cases:
            context = self._declining(node, context)
        match node:
            case n.NounPhrase():
                fixed = self.normaliser.own_number(node.determiner)
                head = head_noun(node) or ""
                noun = "many" if self._is_measured(node) else fixed or ("many" if node.plural else "one")
                mood = self._vague["mood"] if self._is_vague(node) else None
                number = self.number(node)
                det = node.determiner
                word = det.word if self._not_behind and isinstance(det, n.Article) else ""
                return _Context(mood, number, noun, context.case, head, context.gender, context.way, word)
            case n.BareNoun():
                return replace(context, head=node.noun)
            case n.PartOf():
                return replace(context, head=head_noun(node) or "")
            case n.Pronoun() if self._declension.cases:  # it has its own number, whatever noun phrase it stands in
                return replace(context, head="", noun=self.number(node))
            case n.Pronoun() | n.Amount():
                return replace(context, head="")
            case n.Exists():
                return replace(context, subject=self.number(node.object), case="")
            case n.Has():
                return replace(context, subject=self.number(node.subject), case="")
            case n.Is() if self._genders:
                number = self.number(node.subject)
                return replace(context, subject=number, noun=number)
            case n.Does() | n.Is() | n.Passive() | n.Relative():
                return replace(context, subject=self.number(node.subject))
            case n.AsMany():
                number = self.number(node)
                return replace(context, subject=number, noun=number, head=node.noun)
            case n.Whose() | n.Measured():
                return replace(context, subject="one", noun="one")
        return context

    def _is_measured(self, node: n.NounPhrase) -> bool:
        """Whether a noun is said with a word before it behind every number: "1 de tiempo" as "2 de tiempo"."""
        of = self.lexicon.core.get("measured_with")
        if not of or not isinstance(node.determiner, n.Quantity) or not isinstance(node.noun, str):
            return False
        return any(form.startswith(f"{of} ") for form in self.lexicon.nouns[node.noun].forms.forms.get("many", ()))

    def _declining(self, node: n.Node, context: _Context) -> _Context:
        """The context of the words of a node in a language with cases."""
        if not isinstance(node, CARRIES):
            context = replace(context, case="")
        if isinstance(node, n.NounPhrase):
            return replace(context, way=self._declension.way(node.determiner))
        if isinstance(node, n.Is | n.That | n.Whose):
            return replace(context, way=self._declension.predicative)
        return context

    # -------------------------------------------------------------- the items of an alternative

    def _walk(self, items: Sequence[Item], state: _State, context: _Context, node: n.Node) -> Iterator[_Said]:
        if not items:
            yield [], state
            return
        for pieces, left in self._item(items[0], state, context, node):
            for more, rest in self._walk(items[1:], left, context, node):
                yield pieces + more, rest

    def _item(self, item: Item, state: _State, context: _Context, node: n.Node) -> Iterator[_Said]:
        if isinstance(item, Group):
            for branch in item.branches:
                for pieces, left in self._walk(branch, state, context, node):
                    if item.many and left != state:
                        again = Group(item.branches, optional=True, many=True)
                        for more, rest in self._item(again, left, context, node):
                            yield pieces + more, rest
                    else:
                        yield pieces, left
            if item.optional:
                yield [], state
        elif item.label:
            yield from self._labelled(item, state, context, node)
        elif item.terminal:
            word = self._fixed(item, node, context)
            if word is not None:
                yield [word], state
        else:
            inner = self._styled(context, item)
            for alternative in self._alternatives(item.rule, node):
                before = self._without(state, alternative)
                if before is not None:
                    yield from self._walk(alternative.items, before, inner, node)

    def _alternatives(self, rule: str, node: n.Node) -> Sequence[Alternative]:
        if rule == "_verb" and isinstance(node, n.Perform):
            return self._verbs.get(self.lexicon.verb_terminals[node.verb], ())
        if rule.startswith("_late{") and isinstance(node, n.Perform):
            return self._verbs.get(f"{self.lexicon.verb_terminals[node.verb]} {rule}", ())
        return self.grammar.alternatives[rule]

    def _labelled(self, item: Symbol, state: _State, context: _Context, node: n.Node) -> Iterator[_Said]:
        label = item.label or ""
        values = state.get(label, ())
        for index in range(len(values) if label in UNORDERED else min(1, len(values))):
            value = values[index]
            rest = values[:index] + values[index + 1 :]
            left = {k: v for k, v in state.items() if k != label}
            if rest:
                left[label] = rest
            if item.terminal:
                word = None if isinstance(value, n.Node) else self._word(item.name, value, context, node)
                if word is not None:
                    yield [word], left
            elif isinstance(value, n.Node):
                pieces = self._emit(value, item.rule, self._styled(context, item))
                if pieces is not None:
                    yield pieces, left

    # -------------------------------------------------------------- words

    def number(self, phrase: n.Node) -> str:
        """`one` or `many`: what a verb agrees with."""
        match phrase:
            case n.Pronoun(word=word):
                for name in ("ME", "SUBJECT", "PRON"):
                    forms = self.lexicon.classes.get(name, {}).get(word)
                    if forms:
                        return "many" if any(form.startswith("many") for form in forms.forms) else "one"
            case n.NounPhrase():
                fixed = self.normaliser.own_number(phrase.determiner)
                number = fixed or ("many" if phrase.plural else "one")
                if isinstance(phrase.noun, str):
                    return number if self.lexicon.nouns[phrase.noun].forms.get("many") else "one"
                return "many" if phrase.noun.conjunction == "and" else number
            case n.Phrases(conjunction="and" | "and_also"):
                return "many"
            case n.Phrases(items=items):
                return self.number(items[-1])
            case n.PartOf(quantity=quantity):
                return "one" if quantity.kind == "each" else self.normaliser.own_number(quantity) or "one"
            case n.AsMany(noun=noun):
                return str(
                    self.lexicon.core.get("quantity_number", "many" if self.lexicon.nouns[noun].counts else "one")
                )
            case n.MoreThan(phrase=inner):
                return self.number(inner)
            case n.Value(phrase=inner):
                return self.number(inner)
        return "one"

    def _word(self, terminal: str, value: object, context: _Context, node: n.Node) -> str | None:
        """The wording of a labelled terminal's value; None if the terminal cannot say it."""
        lexicon = self.lexicon
        if terminal == "INT":
            noun = lexicon.nouns.get(context.head)  # "1 of them" lies where they do
            return _Stem(str(value), "INT", "one", style=noun.place if noun else "") if isinstance(value, int) else None
        if not isinstance(value, str):
            return None
        terminal = "NOUN" if terminal == "GROUPED" else terminal
        if terminal in lexicon.inflection.layers:
            known = value in (lexicon.nouns if terminal == "NOUN" else lexicon.classes[terminal])
            return _Stem(value, terminal, context.noun) if known and not self._looks_single(value, node) else None
        if terminal == "NOUN":
            noun = lexicon.nouns.get(value)
            if noun is not None and self._declension.cases:
                number = context.noun if noun.forms.forms.get(context.noun) else "one"
                return next(iter(noun.forms.fitting({number, context.case or self._declension.subject})), None)
            return noun.forms.get(context.noun, "one") if noun else None
        if terminal.startswith(("ADJ", "PRED")):
            adjective = lexicon.adjectives.get(value)
            said = self._forms_told(adjective, self.normaliser.lexicon.adjectives.get(value))
            fits = adjective is not None and adjective.terminal == terminal
            return self._agreeing(said, context.noun, context) if said and fits else None
        if terminal.startswith("RELATION"):
            relation = lexicon.relations.get(value)
            said = self._forms_told(relation, self.normaliser.lexicon.relations.get(value))
            if relation is None or said is None:
                return None
            fitting = {f: t for f, t in said.forms.items() if relation_terminal(f, relation.case) == terminal}
            return self._agreeing(Forms(fitting), context.noun, context) if fitting else None
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
            return _Stem(value, terminal, context.subject, self._known_object(node), context.mood or "", bare=bare)
        if terminal in ("REL", "PAST") or terminal in lexicon.verb_terminals.values():
            return self._verb(terminal, value, context, node)
        closed = lexicon.classes.get(terminal, {}).get(value)
        return self._of_closed(closed, terminal, context) if closed else None

    def _verb(self, terminal: str, value: str, context: _Context, node: n.Node) -> str | None:
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
        if not text or terminal not in ("REL", "PAST"):
            return text
        text = f"{text} {verb.particle}".strip()
        return None if isinstance(node, n.Passive) and node.tense == "present" and self._is_quality(text) else text

    def _looks_single(self, value: str, node: n.Node) -> bool:
        """Whether several things of a noun would be read as one, because it has one form for both and none tells."""
        several = isinstance(node, n.NounPhrase) and node.plural and node.noun == value
        forms = self.lexicon.nouns[value].forms if several else None
        return forms is not None and forms.forms.get("many") == forms.forms.get("one")

    def _is_quality(self, text: str) -> bool:
        """Whether an adjective is written so, which says what something is like, and not what is done to it."""
        return text in self._qualities

    @cached_property
    def _qualities(self) -> frozenset[str]:
        adjectives = self.lexicon.adjectives.values()
        return frozenset(text for word in adjectives for texts in word.forms.forms.values() for text in texts)

    def _of_closed(self, forms: Forms, terminal: str, context: _Context) -> str | None:
        """A word of a closed class.

        A pronoun that has no form of a case is not said in it: "dich" is no subject; nor a determiner of one thing
        before a number of them: "ein verschiedenes".
        """
        number = {"one": "many", "many": "one"}.get(context.noun, "")
        if terminal == "DET" and self._declension.cases and all(number in name.split("_") for name in forms.forms):
            return None
        if terminal == "PRON" and self._declension.cases:
            features = {context.noun, context.gender, context.case or self._declension.subject}
            said = next(iter(forms.fitting(features)), None)
        else:
            said = self._agreeing(forms, context.noun, context)
        return _Determining(said) if terminal == "PRON" and said in self._determining else said

    def _forms_told(self, word: _Telling | None, canonical: _Telling | None) -> Forms | None:
        """The forms of a word here: in a log those for somebody else; None if it has none, though English has."""
        if word is None or not self._told:
            return word.forms if word else None
        return word.told or (None if canonical is not None and canonical.told else word.forms)

    # -------------------------------------------------------------- gender

    def _gender(self, phrase: n.Node) -> str:
        """The gender of what a phrase names; of a pronoun, that of what it stands for."""
        noun = self._meant.get(id(phrase)) if isinstance(phrase, n.Pronoun) else head_noun(phrase)
        if noun in self.lexicon.nouns:
            return self.lexicon.nouns[noun].gender
        return self._genders[0] if self._genders else ""

    def _gender_around(self, node: n.Node) -> str:
        """The gender that the words of a node agree with; none if they go on agreeing with what is around it."""
        match node:
            case n.NounPhrase() | n.AsMany() | n.PartOf() | n.Pronoun():
                return self._gender(node)
            case n.BareNoun(noun=noun) | n.Whose(noun=noun):
                return self.lexicon.nouns[noun].gender
            case n.Is():
                return self._gender(node.subject)
        return ""

    def _is_vague(self, node: n.NounPhrase) -> bool:
        """Whether what a phrase means is not known yet: clauses that describe it stand in a form of their own."""
        if self._told:  # a log tells of what is there: "una carta que tiene"
            return False
        det = node.determiner
        if isinstance(det, n.Quantity):
            return bool(self._vague) and det.article is None
        if node.adjectives and node.adjectives[0] in self._vague.get("adjectives", ()):  # "la siguiente que juegues"
            return True
        return isinstance(det, n.Article) and det.word in self._vague.get("determiners", ())

    def _uncounted(self, node: n.Node) -> bool:
        node = node.phrase if isinstance(node, n.CountOf) else node
        return (
            isinstance(node, n.NounPhrase)
            and isinstance(node.noun, str)
            and not self.normaliser.lexicon.nouns[node.noun].counts
        )

    def _agreeing(self, forms: Forms, number: str, context: _Context) -> str | None:
        """The form of a word of a closed class that fits the noun phrase around it."""
        if self._declension.cases:
            case = context.case or self._declension.subject
            found = forms.fitting({number, context.gender, case, context.way, context.mood or ""})
            return found[0] if found else forms.get(*forms.forms)
        if self._genders:
            named = (
                (number, "any", "") if not context.mood else (f"{context.mood}_{number}", f"{context.mood}_any", number)
            )
            ends = (f"_{context.gender}" if context.gender else f"_{self._genders[0]}", "")
            wanted = [name + end for name in named for end in ends]
            return forms.get(*wanted, *(name for name in forms.forms if name.endswith(ends[0])), *forms.forms)
        noun = self.lexicon.nouns.get(context.head)
        place = noun.place if noun else "in"
        if not context.case:
            return forms.get(number, place, "any", *forms.forms)
        case = self.lexicon.inflection.marks[context.case].form(place)
        return forms.get(f"{number}_{context.case}", f"{number}_{case}", number, place, "any", *forms.forms)

    def _known_object(self, node: n.Node) -> bool:
        """Whether a verb takes the forms for a known object."""
        if not self._definite:
            return False
        if isinstance(node, n.Passive):
            return self._is_definite(node.subject)
        if isinstance(node, n.Relative):
            return True
        if not isinstance(node, n.Perform):
            return False
        patterns = " ".join(self.lexicon.verbs[node.verb].patterns)
        slot = "object" if "{object}" in patterns else next(iter(re.findall(r"\{(\w+):ACC\}", patterns)), "")
        value = node.slot(slot) if slot else None
        return value is not None and self._is_definite(value)

    def _is_definite(self, node: n.Node) -> bool:
        known = self._definite
        match node:
            case n.Pronoun(word=word):
                return word in known["pronouns"]
            case n.NounPhrase(determiner=n.Article(word=word)) if word in known["determiners"]:
                return True
            case n.NounPhrase(determiner=n.Possessive()):
                return True
            case n.NounPhrase(determiner=n.Quantity(article=str())):
                return True
            case n.NounPhrase(determiner=n.Quantity(), filters=filters) if any(isinstance(x, n.Of) for x in filters):
                return any(isinstance(item, n.Of) and isinstance(item.phrase, n.Pronoun) for item in filters)
            case n.NounPhrase(filters=filters):
                return any(isinstance(item, n.Of | n.OfYours) for item in filters)
            case n.Phrases(items=items):
                return self._is_definite(items[0])
            case n.Value(phrase=phrase):
                return self._is_definite(phrase)
            case n.PartOf(quantity=n.Quantity(kind=kind)):
                return kind in known["parts"]
        return False

    def _fixed(self, item: Symbol, node: n.Node, context: _Context) -> str | None:
        """The wording of a terminal that carries no value; None if the words around it do not allow it."""
        if item.literal:
            many = item.literal == "'s" and isinstance(node, n.Possessive) and self.number(node.owner) == "many"
            return _OF_MANY if many else item.literal
        inflection = self.lexicon.inflection
        if item.name in inflection.moods:
            return _Mark(item.name)
        if item.name in inflection.clitics:
            forms_of = inflection.clitics[item.name]
            return _Clitic(self._agreeing(Forms(forms_of), next(iter(forms_of)).partition("_")[0], context) or "")
        if item.name == "CASE":
            return _Mark(context.case or self._cases[0])
        if item.name in inflection.marks:
            return _Mark(item.name) if self.lexicon.fits(inflection.marks[item.name], context.head) else None
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
            head = self.normaliser.lexicon.nouns.get(context.head)
            if head is None or head.counts:
                return None
        words = self.lexicon.classes.get(item.name)
        if words:
            word, forms = next(iter(words.items()))
            if item.name in inflection.layers:
                return _Stem(word, item.name, "one")
            head = self.lexicon.nouns.get(context.head)
            if head is not None and head.own.get(item.name):
                return head.own[item.name]
            other = getattr(node, self._agrees_with.get(item.name, ""), None)
            if other:
                context = replace(context, subject=self.number(other), gender=self._gender(other))
            if item.name in self._of_head:
                context = replace(context, subject=context.noun)
            return self._agreeing(forms, context.subject, context) or ""
        return self._split_words[item.name]

    def _join(self, pieces: list[str]) -> str:
        text = " ".join(self._inflected(pieces))
        text = re.sub(r" ?\n ?", "\n", text).strip()
        text = text.replace(f"s {_OF_MANY}", "s'").replace(_OF_MANY, "'s")
        text = re.sub(r" ((?:'s\b)|[.,:;])", r"\1", text)
        return self._sounds.written(text, self._sounded)

    def _inflected(self, pieces: list[str]) -> Iterator[str]:
        """The pieces with every word in its form."""
        mood = ""
        place = 0
        while place < len(pieces):
            piece = pieces[place]
            place += 1
            if place < len(pieces) and isinstance(piece, _Stem) and self._ends_clause(pieces[place]):
                mood, place = pieces[place], place + 1
            if isinstance(piece, _Mark):
                mood = piece
            elif not isinstance(piece, _Stem):
                yield piece
            elif mood in self.lexicon.inflection.moods:
                verb = self.lexicon.verbs[piece]
                form = self.lexicon.mood(verb, mood, piece.number, piece.definite, piece.style, bare=piece.bare)
                said = self._form(piece, form, mood)
                if place < len(pieces) and isinstance(pieces[place], _Clitic):
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
        mood = self.lexicon.inflection.moods.get(piece) if isinstance(piece, _Mark) else None
        return mood is not None and mood.last

    def _belongs_behind(self, piece: str) -> bool:
        """Whether a piece is a mark of the word before it."""
        mark = self.lexicon.inflection.marks.get(piece) if isinstance(piece, _Mark) else None
        return mark is not None and not mark.before

    def _form(self, stem: _Stem, text: str | None, marks: str) -> str:
        if text is None:
            mood = self.lexicon.inflection.moods.get(marks)
            form = self.lexicon.form_name(mood.form(stem.number)) if mood else f"{stem.number} {marks}"
            raise PrintError(problem("RW0501", found=f"word {stem}", form=form, lang=self.lexicon.lang))
        return text


def _swallowed(grammar: Grammar, lexicon: Lexicon) -> dict[str, set[tuple[str, ...]]]:
    """Words that would be read as part of a noun, each with how such nouns go on behind them.

    They are nouns with which longer ones begin, and words of the grammar that nouns begin in the middle of. Where such
    a noun stands whole in the pattern of a verb, it is read as what it is there.
    """
    nouns = [(phrase.words, phrase.value) for phrase in lexicon.phrases() if phrase.terminal == "NOUN"]
    known = set(nouns)
    longer: dict[tuple[str, ...], list[tuple[tuple[str, ...], str]]] = {}  # by the words that they begin with
    for noun, value in nouns:
        for place in range(1, len(noun)):
            longer.setdefault(noun[:place], []).append((noun, value))
    literals = {s.literal for p in grammar.productions for s in p.symbols if s.literal}
    parts = [(noun, noun, value) for noun, value in nouns]
    for words in (tuple(literal.split()) for literal in literals):
        parts += [(words, words[place:], "") for place in range(1, len(words))]
    fixed = "".join(f" {' '.join(s.literal or '|' for s in p.symbols)} |".lower() for p in grammar.productions)
    found: dict[str, set[tuple[str, ...]]] = {}
    for words, inside, own in parts:
        for noun, value in longer.get(inside, ()):
            end = noun[len(inside) :]
            same = value == own or (end, value) in known  # "X" may be written "number of X"
            if not same and f" {' '.join(noun)} " not in fixed:
                found.setdefault(" ".join(words), set()).add(end)
    return found


def _any(forms: Forms) -> str | None:
    return forms.get("any", *forms.forms)


def capitals(text: str) -> str:
    """The text with a capital at the beginning of each sentence and line."""
    return re.sub(r"(^|\. |\n)(\w)", lambda m: m.group(1) + m.group(2).upper(), text)
