"""The words of one ruleset in one language, joined to the words of the core.

What a word *is* (its type, its slots) is the same in every language; its forms are not. English forms stand in the
lexicon's entries (`en:`), those of other languages in a mapping of their own under the same ids.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from typing import Any

from rulewright.language.grammar.grammar_file import Alternative, Group, Item, Symbol
from rulewright.language.lexicon.patterns import (
    balanced,
    first_and_last,
    into,
    pattern_items,
    renamed_slots,
    slot_rule,
    with_one_place,
    without_object,
)
from rulewright.language.lexicon.word_list import WordList, noun_to
from rulewright.language.lexicon.words import (
    MOST_OPTIONAL,
    ROLES,
    AdjectiveWord,
    Forms,
    Noun,
    PlainWord,
    RelationWord,
    VerbWord,
    as_pattern,
    as_sayings,
    as_tuple,
    core_words,
    is_true,
    split_pattern,
    split_words,
)
from rulewright.problems import LexiconError, problem

SAID_OF_NUMBERS = ("raised", "lowered", "highest", "lowest")
"""What an entry tells beside the forms of a number: how it is said that it is higher, or the highest."""


class Lexicon(WordList):
    """All words of a ruleset and of the core in one language.

    Build it with `from_mapping`.
    """

    @property
    def called(self) -> str:
        """How the language calls itself; its code, where the lexicon has no words of the core."""
        return str(self.core.get("name", self.lang))

    @classmethod
    def from_mapping(
        cls,
        data: Mapping[str, Any],
        lang: str = "en",
        forms: Mapping[str, Any] | None = None,
        partial: bool = False,
        canon: Lexicon | None = None,
    ) -> Lexicon:
        """Read the parsed `lexicon.yaml` of a ruleset.

        Args:
            data: nouns, adjectives, relations, verbs, headings, times, as docs/formats.md says.
            lang: the language of the forms.
            forms: for languages other than English, the forms under the same kinds and ids.
            partial: leave out words without forms, and list them as `missing`: the language cannot say them yet.
            canon: the English lexicon of the same data, if it is known already.

        Raises:
            LexiconError: with every word that lacks a form, names an unknown slot or type, or is two things.
        """
        lexicon = cls(lang)
        if lang != "en":
            lexicon.canon = canon or cls.from_mapping(data)
        lexicon.told = {str(plain): str(own) for plain, own in ((forms or {}).get("told") or {}).items()}
        lexicon.wordings = (
            *((str(said), str(means), tuple(under)) for said, means, *under in (forms or {}).get("wordings", ())),
            *(
                (as_pattern(lexicon._drawn_apart(own)), lexicon._drawn_apart(plain.rstrip(".")), ())
                for plain, own in lexicon.told.items()
            ),
        )
        for name, entries in lexicon.core.get("classes", {}).items():
            lexicon.classes[name] = {i: Forms(lexicon._closed_forms(e)) for i, e in entries.items()}
        makers = {
            "nouns": lexicon._noun,
            "adjectives": lexicon._adjective,
            "relations": lexicon._relation,
            "verbs": lexicon._verb,
            "headings": lexicon._plain(lexicon.headings),
            "times": lexicon._plain(lexicon.times),
        }
        for kind, make in makers.items():
            core_entries, own = core_words("en").get(kind) or {}, data.get(kind) or {}
            for word, entry in {**core_entries, **own}.items():
                merged = {**core_entries.get(word, {}), **(entry or {})}
                wording = merged.get("en")
                if lang != "en":
                    wording = (forms or {}).get(kind, {}).get(word) or (lexicon.core.get(kind) or {}).get(word)
                if wording is None:
                    if word in own:  # a word of the core that a language does not know yet, it cannot say
                        lexicon._without_forms(kind, str(word), merged, partial)
                    continue
                make(str(word), merged, wording)
                was = merged.get("was") if lang == "en" else (forms or {}).get("was", {}).get(kind, {}).get(word)
                if was is not None:
                    lexicon._remember(kind, str(word), make, merged, wording, was)
        lexicon._finish(partial)
        return lexicon

    def _finish(self, partial: bool) -> None:
        """What needs all words to be there; partial: whether the language may lack some.

        Raises:
            LexiconError: with every problem of the words.
        """
        if partial:
            self._drop_changed_verbs()
        self._check_slots()
        if self._problems:
            raise LexiconError(*self._problems)
        self._make_patterns()
        self._drop_tallies()
        self._check_phrases()
        self._check_orders()
        if self._problems:
            raise LexiconError(*self._problems)

    def _without_forms(self, kind: str, word: str, entry: Mapping[str, Any], partial: bool) -> None:
        """A word of the ruleset that the language has no forms for: a problem, unless some may be missing."""
        if not partial:
            self._complain("RW0501", f"{kind[:-1]} {word}", form="one", lang=self.lang)
            return
        self.missing.append((kind, word))
        if kind == "nouns":  # what it is, other words may need to know
            of, kind_of = as_tuple(entry.get("of")), entry.get("is")
            self.nouns[word] = Noun(word, str(entry.get("type", "word")), Forms({}), of, kind_of, entry)

    def _remember(self, kind: str, word: str, make: Any, entry: Mapping[str, Any], wording: Any, was: Any) -> None:
        """Keep how a word was called before: it is read, and never printed. A verb keeps its patterns."""
        words: dict[str, Any] = getattr(self, kind)
        current = words.pop(word, None)
        make(word, entry, {**wording, "forms": was} if kind == "verbs" and isinstance(wording, Mapping) else was)
        if word in words:
            self.former.setdefault(kind, {})[word] = words[word]
        if current is not None:
            words[word] = current

    def _unsayable(self, verb: str, wrong: str) -> None:
        """A verb has no pattern or forms that could be used; the problem tells which forms the language asks for."""
        told = self.core.get("form_names", {})
        names = "|".join(str(told.get(name, name)) for name in self.core["verb_forms"])
        forms = "base|he …s|…ing|has …ed" if self.lang == "en" else names
        self._complain("RW0502", verb, wrong=wrong, forms=forms, language=self.lang)

    def _complain(self, code: str, found: str, **words: str) -> None:
        self._problems.append(problem(code, found=found, **words))  # type: ignore[arg-type]

    def _closed_forms(self, entry: Any) -> dict[str, tuple[str, ...]]:
        if isinstance(entry, Mapping):
            own = {k: as_tuple(v) for k, v in entry.items() if k not in ("stem", "like")}
            return {**self.declension.declined(entry["stem"], entry["like"]), **own} if "like" in entry else own
        return {"any": as_tuple(entry)}

    def _noun(self, word: str, entry: Mapping[str, Any], wording: Any) -> None:
        names = self.core.get("noun_forms", ())
        line = wording.get("forms") if isinstance(wording, Mapping) else wording
        if names and isinstance(line, str):  # "one|its other forms|…"
            parts = {n: (p.strip(),) for n, p in zip(names, line.split("|"), strict=False) if p.strip()}
            others = (
                {k: as_tuple(v) for k, v in wording.items() if k != "forms"} if isinstance(wording, Mapping) else {}
            )
            forms = {**parts, **others}
        elif isinstance(wording, Mapping):
            forms = {k: as_tuple(v) for k, v in wording.items() if k not in SAID_OF_NUMBERS}
        elif isinstance(wording, list):
            forms = {"one": (str(wording[0]),), "many": (str(wording[-1]),)}
        else:
            forms = {"one": (str(wording),), "many": (self._plural(str(wording)),)}
        if not forms.get("one"):
            self._complain("RW0501", f"noun {word}", form="one", lang=self.lang)
            return
        self.inflection.derive(forms)
        gender = (forms.pop("gender", None) or ("",))[0]
        article = bool(forms.pop("article", None))
        if forms.pop("yours", None):
            entry = {**entry, "yours": True}
        own_words = wording if isinstance(wording, Mapping) else {}
        said = (as_sayings(own_words.get("raised")), as_sayings(own_words.get("lowered")))
        ranks = (as_tuple(own_words.get("highest")), as_tuple(own_words.get("lowest")))
        by_head = self.core.get("by_head", {})
        own = {terminal: forms.pop(key)[0].strip("-") for terminal, key in by_head.items() if key in forms}
        kind = str(entry.get("type", "word"))
        counted = {name.replace("counted", "one"): forms.pop(name) for name in [*forms] if name.startswith("counted")}
        if counted:
            self.classes.setdefault("TALLY", {})[word] = Forms(counted)
        of = as_tuple(entry.get("of"))
        place, countable = "", None
        if self.canon is not self and word in self.canon.nouns:
            countable = self.canon.nouns[word].counts
            way = noun_to(self.canon, word)
            place = (forms.pop("place", None) or (self.core.get("place_of_way", {}).get(way, "in"),))[0]
            if "quantity_number" in self.core and not countable:
                forms = {name: texts for name, texts in forms.items() if not name.startswith("many")}
        more = (place, gender, countable, article, own, *said, *ranks)
        self.nouns[word] = Noun(word, kind, Forms(forms), of, entry.get("is"), entry, *more)

    def _plural(self, text: str) -> str:
        for pattern, ending in self.core.get("plural", ()):
            if re.search(pattern, text):
                return re.sub(pattern, ending, text, count=1)
        return text

    def _adjective(self, word: str, entry: Mapping[str, Any], wording: Any) -> None:
        after = is_true(entry.get("after"))
        wording, of_another = _without_told(wording)
        forms, kind = self._agreeing(wording, after)
        told = None if of_another is None else Forms(self._agreeing(of_another, after)[0])
        self.adjectives[word] = AdjectiveWord(word, Forms(forms), as_tuple(entry.get("of")), after, entry, kind, told)

    def _agreeing(self, wording: Any, after: bool) -> tuple[dict[str, tuple[str, ...]], str]:
        """The forms of a word that agrees with a noun, and its kind; of one that stands `after`, one may be all."""
        names = self.core.get("adjective_forms", ())
        line = wording.get("forms") if isinstance(wording, Mapping) else wording
        kind = str(wording.get("kind", "")) if names and isinstance(wording, Mapping) else ""
        if not names or not isinstance(line, str) or (after and "|" not in line):
            return self._closed_forms(line), kind
        forms: dict[str, tuple[str, ...]] = {}
        forms |= {n: (p.strip(),) for n, p in zip(names, line.split("|"), strict=False) if p.strip()}
        self.inflection.derive(forms)
        like = self.core.get("adjective_paradigm")
        if like and forms.get("stem"):
            forms = {**self.declension.declined(forms.pop("stem")[0], like), **forms}
        return forms, kind

    def _relation(self, word: str, entry: Mapping[str, Any], wording: Any) -> None:
        wording, of_another = _without_told(wording)
        forms = self._closed_forms(wording)
        case, kind = ((forms.pop(key, None) or ("",))[0] for key in ("case", "kind"))
        told = None if of_another is None else Forms(self._closed_forms(of_another))
        self.relations[word] = RelationWord(
            word,
            Forms(forms),
            as_tuple(entry.get("of")),
            as_tuple(entry.get("with")),
            entry,
            case or kind.upper(),
            told,
        )

    def _plain(self, into: dict[str, PlainWord]) -> Any:
        def make(word: str, entry: Mapping[str, Any], wording: Any) -> None:
            if isinstance(wording, Mapping) and "forms" in wording:
                entry, wording = {**entry, **wording}, wording["forms"]
            into[word] = PlainWord(word, Forms(self._closed_forms(wording)), entry)

        return make

    def _verb(self, word: str, entry: Mapping[str, Any], wording: Any) -> None:
        if not isinstance(wording, Mapping) or not wording.get("pattern") or not wording.get("forms"):
            self._unsayable(word, f"has no pattern and forms in {self.lang}")
            return
        names = self.core["verb_forms"]
        forms = []
        for line in as_tuple(wording["forms"]):
            parts = [p.strip() for p in line.split("|")]
            if not int(self.core.get("verb_forms_at_least", 4)) <= len(parts) <= len(names):
                self._unsayable(word, f"has the forms {line} instead of {len(names)}")
                return
            found: dict[str, tuple[str, ...]] = {}
            for name, part in zip(names, parts, strict=False):
                known = part.split(",") if self.inflection.moods else [part]  # with any object, with a known one
                for key, text in zip((name, f"{name}_def"), known, strict=False):
                    if text.strip():
                        found[key] = (text.strip(),)
            if self.inflection.moods:
                self.inflection.derive(found)
            forms.append(Forms(found))
        slots = {str(k): str(v) for k, v in (entry.get("slots") or {}).items()}
        patterns = tuple(map(self._as_read, as_tuple(wording["pattern"])))
        if self._verb_last:
            patterns = tuple(both for pattern in patterns for both in first_and_last(pattern, forms[0].get("preverb")))
        for pattern in patterns:
            if pattern.count("[") > MOST_OPTIONAL:  # each of them doubles the productions
                self._unsayable(word, f"has a pattern with more than {MOST_OPTIONAL} optional parts")
                return
            if not balanced(pattern):
                self._unsayable(word, f"has a pattern whose brackets do not fit together: {pattern}")
                return
        into, bare_with, bare_without = (str(wording.get(key, "")) for key in ("into", "bare_with", "bare_without"))
        state = is_true(entry.get("state"))
        if "title" in wording:
            entry = {**entry, "title": str(wording["title"])}
        self.verbs[word] = VerbWord(word, slots, patterns, tuple(forms), state, entry, into, bare_with, bare_without)

    @property
    def _verb_last(self) -> bool:
        """Whether clauses end in their verb where they do not begin with it."""
        return is_true(self.core.get("verb_last"))

    def _as_read(self, pattern: str) -> str:
        """A pattern, each of whose words is a terminal, with what several words of it are read as."""
        for written, meant in self.core.get("contractions", {}).items():
            if " " in str(written):
                pattern = re.sub(rf"\b{written}\b", str(meant), pattern)
        return pattern

    def _drawn_apart(self, text: str) -> str:
        """A text with the words that contractions are read as."""
        for written, meant in self.core.get("contractions", {}).items():
            text = re.sub(rf"(?i)\b{re.escape(str(written))}(?!\w)", str(meant), text)
        return text

    def _drop_tallies(self) -> None:
        """Forget what a number counts where these words say something else: things of that name, and what they are."""
        tallies = self.classes.pop("TALLY", {})
        known = {
            phrase.words for phrase in self.phrases() if phrase.terminal.startswith(("NOUN", "ADJ", "PRED", "REL"))
        }
        known |= {split_words(str(word)) for word in self.core.get("slots", {}).values()}
        self._phrases = ()
        for word, forms in tallies.items():
            texts = [split_words(text) for texts in forms.forms.values() for text in texts]
            if self.is_number(word) and not any(_is_made_of(words, known) for words in texts):
                self.classes.setdefault("TALLY", {})[word] = forms

    def _drop_changed_verbs(self) -> None:
        """Forget verbs whose patterns name slots that they no longer have: their forms are for another verb."""
        for verb in list(self.verbs.values()):
            named = {slot for pattern in verb.patterns for slot in re.findall(r"\{(\w+)[}:]", pattern)}
            if not named <= {*verb.slots, *ROLES}:
                del self.verbs[verb.id]
                self.missing.append(("verbs", verb.id))

    def _check_slots(self) -> None:
        for verb in self.verbs.values():
            for pattern in verb.patterns:
                for slot in re.findall(r"\{(\w+)[}:]", pattern):
                    if slot not in verb.slots and slot not in ROLES:
                        self._complain("RW0503", slot, verb=verb.id)
                if "V" not in split_pattern(pattern):
                    self._unsayable(verb.id, f"has a pattern without V: {pattern}")

    def _make_patterns(self) -> None:
        """Verbs with the same patterns and slot kinds share a terminal and productions, so that tables stay small."""
        shared: dict[tuple[tuple[str, ...], str, tuple[tuple[str, bool], ...]], str] = {}
        slots: dict[str, tuple[str, str]] = {}
        for verb in self.verbs.values():
            kinds = tuple((name, verb.slots.get(name) == "amount") for name in sorted(verb.slots))
            key = (verb.patterns, verb.into, kinds)
            if key not in shared:
                terminal = shared[key] = f"V{len(shared)}"
                if self.inflection.moods:  # the verb without what belongs to it
                    rule = self._asked_for(verb.patterns)
                    self.alternatives.append(Alternative(rule, (Symbol(terminal, "verb"),)))
                for pattern in verb.patterns if self.inflection.clitics else ():
                    self._make_clitics(pattern, terminal, verb, slots)
                for pattern in (*verb.patterns, *with_one_place(verb.patterns)):
                    items = pattern_items(split_pattern(pattern), terminal, verb, slots)
                    if "ADVMID" in self.classes and pattern.startswith("V {"):  # adverbs between a verb and its object
                        items.insert(1, Group(((Symbol("ADVMID", "adverbs"),),), optional=True, many=True))
                    if verb.into:
                        items = into(items)
                    late = bool(self.inflection.moods) and not pattern.startswith("V")
                    if late:  # the mark of the mood stands before the verb, wherever that is
                        at = next(i for i, x in enumerate(items) if isinstance(x, Symbol) and x.label == "verb")
                        items.insert(at + 1 if self._verb_last else at, Symbol("m"))
                    self.alternatives.append(Alternative("_late{m}" if late else "_verb", tuple(items)))
                    self._make_theirs(items)
                if not self.inflection.moods:
                    for said in without_object(verb.patterns):
                        items = pattern_items(split_pattern(said), terminal, verb, slots)
                        self.alternatives.append(Alternative("_verb_alone", tuple(items)))
            self.verb_terminals[verb.id] = shared[key]
        known = {alternative.rule for alternative in self.alternatives}
        for name in self.core.get("relatives", {}):  # a rule that no verb of this game has: it says nothing
            if f"_any_verb_{name}" not in known:
                self.alternatives.append(Alternative(f"_any_verb_{name}", (Symbol(f"NO_VERB_{name.upper()}", "verb"),)))
        rules = {"phrase": "nps", "amount": "num", **self.core.get("slot_rules", {})}
        for rule, (name, case) in slots.items():
            value = rules["amount"] if rule.startswith("amount_") else rules["phrase"]
            if case.startswith("="):  # this very rule
                value = case[1:]
            elif self.declension.cases:
                value = f"{value}__{case or self.core['slot_case']}"
            elif "slot_case" in self.core:
                value = f"{value}{{{case or self.core['slot_case']}}}"
            for marked in self.core.get("only_before", {}) if name == "object" and not case else ():
                personal = (Symbol(marked), Symbol(value, "value"))
                self.alternatives.append(Alternative(rule, personal, "slot", (("name", name),)))
            self.alternatives.append(Alternative(rule, (Symbol(value, "value"),), "slot", (("name", name),)))

    def _make_theirs(self, items: Sequence[Item]) -> None:
        """The production of a verb in whose pattern something is yours, as it is said of others: theirs."""
        own = {f'"{word}"': str(name) for word, name in self.core.get("own_in_verbs", {}).items()}
        theirs = tuple(
            Symbol(own[item.name], "adverbs") if isinstance(item, Symbol) and item.name in own else item
            for item in items
        )
        if theirs != tuple(items):
            self.alternatives.append(Alternative("_verb", theirs))

    def _make_clitics(self, pattern: str, terminal: str, verb: VerbWord, slots: dict[str, tuple[str, str]]) -> None:
        """The productions of a verb with a pronoun as part of it: its object, or whom it gives that to (`datives`)."""
        pattern = pattern.replace("V [{object}]", "V {object}")
        if not pattern.startswith("V {object}"):
            return
        given = re.sub(r" *\[?\{to\}\]?", "", pattern)
        if "datives" in self.core and given != pattern and not verb.into:
            items = pattern_items(split_pattern(given), terminal, verb, slots)
            items.insert(1, Symbol(str(self.core["datives"]), "slots"))
            self.alternatives.append(Alternative("_verb", tuple(items)))
        items = pattern_items(split_pattern(pattern), terminal, verb, slots)
        names = {slot_rule("object", "", verb): "slot_clitic"}
        if pattern.startswith("V {object} [{from}]"):
            names["role_from"] = "from_it"
        items = renamed_slots(items, names)
        self.alternatives.append(Alternative("_verb", tuple(into(items) if verb.into else items)))

    def _asked_for(self, patterns: Sequence[str]) -> str:
        """The rule of verbs that are said of their object: by the word that stands before it in all patterns.

        With another word there is no such clause: no rule asks for the "in" of "a thing you begin in".
        """
        relatives = self.core.get("relatives", {})
        for name, words in relatives.items():
            if all(re.match(rf"V {re.escape(str(words))} \[?{{object", pattern) for pattern in patterns):
                return f"_any_verb_{name}"
        apart = relatives and all(re.search(r"V [^\[{]+\[?{object", pattern) for pattern in patterns)
        return "_any_verb_apart" if apart else "_any_verb"

    def _check_phrases(self) -> None:
        """The same wording for two ids of one terminal: it could never be told which is meant."""
        seen: dict[tuple[tuple[str, ...], str], str] = {}
        told: set[tuple[str, str]] = set()  # of two words one form is told, not each
        for phrase in self.phrases():
            verb = phrase.terminal in self.verb_terminals.values()
            terminal = " ".join(("V" if verb else phrase.terminal, phrase.before, *phrase.after, *phrase.part))
            other = seen.setdefault((phrase.words, terminal), phrase.value)
            pair = (other, phrase.value)
            if other != phrase.value and phrase.terminal not in ("REL", "PAST", "PART") and pair not in told:
                told.add(pair)
                self._complain("RW0504", " ".join(phrase.words), one=other, other=phrase.value)

    def _check_orders(self) -> None:
        """A noun or description with the words of an order: "Roll a die." would be read as the noun "roll".

        States are never ordered; a heading is told by its colon, unless the verb can stand before one too; and the
        words of the core are known to get on with each other.
        """
        orders: dict[tuple[str, ...], VerbWord] = {}
        alone: dict[tuple[str, ...], VerbWord] = {}  # those that need no object
        for verb in (verb for verb in self.verbs.values() if not verb.state):
            bare = any("{" not in re.sub(r"\[.*\]", "", pattern) for pattern in verb.patterns)
            for forms in verb.forms:
                for text in (text for form in self.core.get("order_forms", ()) for text in forms.forms.get(form, ())):
                    orders[split_words(text)] = verb
                    if bare:
                        alone[split_words(text)] = verb
        kinds: tuple[tuple[str, Mapping[str, Noun | AdjectiveWord | RelationWord | PlainWord], Any], ...] = (
            ("nouns", self.nouns, orders),
            ("adjectives", self.adjectives, orders),
            ("relations", self.relations, orders),
            ("headings", self.headings, alone),
        )
        for kind, words, verbs in kinds:
            for word in words.values():
                texts = [text for form, texts in word.forms.forms.items() if form != "to" for text in texts]
                same = [text for text in texts if split_words(text) in verbs][:1]
                for text, other in ((text, verbs[split_words(text)].id) for text in same):
                    if word.id not in (self.core.get(kind) or {}) or other not in self.core["verbs"]:
                        order = text.capitalize()
                        self._complain("RW0506", text, kind=kind[:-1], one=word.id, other=other, order=order)


def _without_told(wording: Any) -> tuple[Any, Any]:
    """The forms of a word, and those in which a log tells it of somebody else; None where it has no others."""
    if not isinstance(wording, Mapping) or "told" not in wording:
        return wording, None
    own = {key: value for key, value in wording.items() if key != "told"}
    return own["forms"] if own.keys() == {"forms"} else own, wording["told"]


def _is_made_of(words: tuple[str, ...], known: Set[tuple[str, ...]]) -> bool:
    """Whether words are some known wordings, one behind the other."""
    ends = {0}
    for end in range(1, len(words) + 1):
        if any(words[start:end] in known for start in ends):
            ends.add(end)
    return len(words) in ends
