"""What cards say is done as far as possible, act by act; an ability fails of which nothing can be done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from rulewright.language import nodes as N
from rulewright.language.trees.past import avoided_by
from rulewright.ruleset import blocks as B
from rulewright.ruleset.where_cards_lie import kinds_in
from tests.reference.answers import (
    InEachPass,
    ask_the_same,
    asks_if_done,
    asks_of_it,
    asks_who,
    deed_of_several,
    each_acts,
    loop_asked,
    moves_what_was_found,
    offers_if,
    rolls_apart,
    who_is_asked_later,
)
from tests.reference.meaning import BESIDE, EVERY, SEVERAL, Meaning
from tests.reference.prices import ALONE, key, may_be_free, pays, priced, prices
from tests.reference.state import Env, Ref, State
from tests.reference.texts import MOVES, deed_of
from tests.reference.world import NotCarried, Thing, listed, rebuilt

SURE = {"gain", "lose", "draw", "shuffle", "look_at", "roll", "keep", "end", "win", "do_nothing"}
CHANGES_NOTHING = {"reveal", "look_at", "choose", "shuffle", "roll", "keep"}
WHOLE = {"lenient": False, "partial": False, "counts": False}
Task = tuple[Any, ...]


class Failed(Exception):
    """What was begun cannot be carried through."""


class Missing(Failed):
    """What a word means was not found, since what was to find it was left undone."""


class _Nothing:
    """What was not found."""

    def __repr__(self) -> str:
        return "nothing"


NOTHING = _Nothing()


class Partial(Meaning):
    """Carries out sentences as far as possible; `Acts` has the rest."""

    def thing(self, s: State, phrase: N.Node, env: Env) -> Ref:
        """The one thing that a phrase means. Raises Missing where it was to be found and was not."""
        return self.if_found(super().thing(s, phrase, env))

    def if_found(self, ref: Ref) -> Ref:
        """A thing that was spoken of. Raises Missing where it was not found, or is the owner of what nobody has."""
        if ref.value is NOTHING or (ref.type == "player" and ref.value == -1):
            raise Missing
        return ref

    def alone(self, ref: Ref, env: Env) -> Ref:
        """The one card of what was spoken of by a word for one: `the top card`, of which there may be none."""
        if ref.type != "cards" or ref in env.done.get(SEVERAL, ()) or not isinstance(ref.value, tuple):
            return ref
        return Ref(ref.value[0] if ref.value else NOTHING, "card", ref.noun) if len(ref.value) < 2 else ref

    def _of_subject(
        self, s: State, phrase: N.Phrase, env: Env, test: Callable[[Ref, Env], bool], negated: bool
    ) -> bool:  # fmt: skip
        """The same of some of the cards that were spoken of: `if 1 of them is a beast`; of none nothing is asked."""
        if not isinstance(phrase, N.PartOf) or phrase.whole != N.Pronoun(word="them"):
            return super()._of_subject(s, phrase, env, test, negated)
        ref = self.thing(s, phrase.whole, env)
        if ref.type != "cards" or phrase.quantity.article is not None:
            raise NotCarried(f"some of {ref}")
        if not ref.value:
            raise Missing
        results = []
        for card in ref.value:
            inner = env.child()
            inner.recent.append(Ref(card, "card", "card"))
            results.append(test(inner.recent[-1], inner) != negated)
        if phrase.quantity.kind == "all":
            return all(results)
        return self.enough(N.NounPhrase(noun="card", determiner=phrase.quantity), sum(results))

    # ------------------------------------------------------------ sentences of a card

    def as_far(
        self, s: State, sentences: Sequence[N.Node], env: Env, offered: bool, paid: bool = False, used: bool = False
    ) -> None:
        """Sentences or acts as far as possible; what is offered fails if nothing of it can be done.

        used: somebody chooses to use it: while it is tried whether it is offered, to choose something is to do nothing.
        """
        inner = env.child(**WHOLE)
        inner.partial, inner.offered = True, False
        self.know_prices(sentences)
        acts = [act for sentence in sentences for act in self._acts(sentence)]
        tasks = self.told(sentences, inner)
        said = [act for one in sentences for act in (one.acts if isinstance(one, N.Sequence) else (one,))]
        rest = [one for one in said if not (isinstance(one, N.Perform) and one.verb == "choose")]
        inner.choosing = not (
            rest and all(isinstance(one, N.Cost) or _may_be_left(one) or _if_done(one) for one in rest)
        ) and not (used and s.trial and _does_more_than_choose(sentences))
        alone = any(price == ALONE for _, price in prices(sentences))
        in_parts = len(acts) >= (2 if offered else 1) and (alone or any(map(self._can_fail, acts)))
        asks_only = any(map(_may_be_left, rest)) and all(_may_be_left(one) or _if_done(one) for one in rest)
        parts = [part for one in rest for part in one.walk()]
        for_none = any(isinstance(part, N.Per) or getattr(part, "verb", "") == "lose" for part in parts)
        nothing = bool(rest) and not (paid and for_none) and all(map(self._may_be_nothing, rest))
        in_the_dark = any(map(self.piles_looked_in, acts))
        if in_parts or (offered and (asks_only or nothing or in_the_dark)):
            inner.offered = offered
            inner.lenient = inner.counts = True
            s.tallies = (*s.tallies, (False, False))
            tasks.append(("end_tally", offered))
        self.then(s, *tasks, ("learn_more", env, inner))

    def _may_be_nothing(self, node: N.Node) -> bool:
        """Whether nothing of it may be done, as everybody can see."""
        match node:
            case N.If(condition=N.Did()):
                return True
            case N.If(condition=condition, then=then, otherwise=None):
                return self.lies_open(condition) or self._may_be_nothing(then)
            case N.If(then=then, otherwise=N.Node() as otherwise):
                return self._may_be_nothing(then) and self._may_be_nothing(otherwise)
            case N.Unless(condition=condition, then=then):
                avoided = avoided_by(node, lambda verb: bool((self.w.verbs.get(verb) or {}).get("state")))
                return avoided is None and (self.lies_open(condition) or self._may_be_nothing(then))
            case N.Possible(otherwise=otherwise):
                return otherwise is None or self._may_be_nothing(otherwise)
            case N.Both(clauses=inside) | N.Sequence(acts=inside):
                return all(map(self._may_be_nothing, inside))
            case N.Per(each=each):
                return self.lies_open(each)
            case N.ForEach(each=each, then=then):
                return self.lies_open(each) or self._may_be_nothing(then)
            case N.Does(subject=N.NounPhrase(filters=(_, *_)) as subject) if self.lies_open(subject):
                return True
            case N.Does(act=act):
                return _may_be_left(node) or self._may_be_nothing(act)
            case N.Perform(verb="draw" | "lose"):
                return True
            case N.Perform(verb="gain"):
                many = node.slot("object")
                return self._can_fail(node) or (isinstance(many, N.AsMany) and self.lies_open(many))
            case N.Perform():
                return self._can_fail(node) and not pays(node)
        return False

    def lies_open(self, node: N.Node, known: frozenset[tuple[str, str]] = frozenset()) -> bool:
        """Whether words ask of nothing that lies hidden; what cannot be followed counts as hidden."""
        seen = [slot.value for one in node.walk() if isinstance(one, N.Does) and one.tense == "perfect"
                for slot in getattr(one.act, "slots", ())]  # fmt: skip
        for part in node.walk():
            if isinstance(part, N.Related):
                return False
            bare = isinstance(part, N.NounPhrase) and (part.noun, part.adjectives, part.filters) == ("card", (), ())
            if bare and any(part is one for one in seen):
                continue  # how many cards somebody drew, everybody saw
            words = {("adjectives", word) for word in getattr(part, "adjectives", ())}
            words |= {("adjectives", part.word)} if isinstance(part, N.Adjective) else set()
            if isinstance(part, N.Perform) and (self.w.verbs.get(part.verb) or {}).get("state"):
                words.add(("verbs", part.verb))
            if any(not self._explained_openly(*word, known) for word in words - known):
                return False
            named = part.noun if isinstance(part, N.NounPhrase | N.AsMany | N.BareNoun) else None
            if isinstance(named, str) and not self._noun_lies_open(part, named):
                return False
        return True

    def _explained_openly(self, section: str, name: str, known: frozenset[tuple[str, str]]) -> bool:
        means = getattr(self.w.ruleset.words[section].get(name), "means", None)
        if means is None:
            return section != "verbs"
        said = [one.tree for one in B.walk(means) if isinstance(one, B.Words)]
        return all(tree is not None and self.lies_open(tree, known | {(section, name)}) for tree in said)

    def _noun_lies_open(self, phrase: N.Node, noun: str) -> bool:
        kind, entry, whose = self.w.type_of(noun), self.w.entry(noun), getattr(phrase, "determiner", None)
        if kind == "zone":
            seen = entry.get("visible", "public")
            return seen == "public" or (seen == "owner" and whose == N.Article(word="your"))
        if kind == "card":
            places = any(isinstance(one, N.At | N.Of | N.Participle) for one in getattr(phrase, "filters", ()))
            return places or whose in (N.Article(word="that"), N.Article(word="this"))
        if kind == "number":
            return bool(entry.get("kept") or entry.get("attribute"))
        return kind in ("player", "resource", "piece", "space", "border", "region", "word")

    def tries(self, s: State, node: N.Node, env: Env) -> None:
        """Something is tried that may come to nothing, as everybody can see."""
        if env.counts and env.offered and self.lies_open(node):
            self._note(s, False)

    def none_of_it(self, s: State, act: N.Node, env: Env) -> bool:
        """Whether there is nothing of what an act gains, loses or draws, as everybody can see."""
        if not isinstance(act, N.Perform) or not env.offered:
            return False
        thing = act.slot("object")
        counted = isinstance(thing, N.AsMany) and act.verb in ("gain", "lose", "draw") and self.lies_open(thing)
        if isinstance(thing, N.AsMany) and counted and self.amount(s, thing.number, env) <= 0:
            return True
        return not (self.any_to_draw(s, act, env) if act.verb == "draw" else self.any_to_lose(s, act, env))

    def know_prices(self, sentences: Sequence[N.Node]) -> None:
        """Of what the payments of sentences are the price: what a longer text says of them goes before."""
        for payment, price in priced(sentences).items():
            self.known_prices.setdefault(payment, (price, sentences))

    def price(self, act: N.Node) -> str:
        """Of what a payment is the price."""
        return self.known_prices.get(key(act), ("", ()))[0]

    def of_trigger(self, s: State, parts: Sequence[N.Node], env: Env) -> None:
        """What is done because of something, as far as possible; where its price cannot be paid it fails."""
        self.as_far(s, parts, env, False)

    def end_tally(self, s: State, offered: bool) -> None:
        """Whether anything was done where something was tried."""
        *before, (done, failed) = s.tallies
        s.tallies = tuple(before)
        if offered and failed and not done:
            raise Failed

    def noted(self, s: State, done: bool) -> None:
        """Something was done, or was tried and could not be."""
        self._note(s, done)

    @staticmethod
    def _note(s: State, done: bool) -> None:
        *before, (did, failed) = s.tallies
        s.tallies = (*before, (did or done, failed or not done))

    def learn_more(self, s: State, env: Env, inner: Env) -> None:
        """What was spoken of in an environment is known outside of it."""
        env.recent[:] = inner.recent
        env.names.update(inner.names)
        env.done.update(inner.done)

    def told(self, sentences: Sequence[N.Node], env: Env) -> list[Task]:
        """Sentences as tasks; before "if you do" it is noted whether something was done."""
        tasks: list[Task] = []
        left = list(sentences)
        if any(isinstance(part, N.Until) for one in left for part in one.walk()):
            env.done["found is moved"] = moves_what_was_found(left)
        while left:
            sentence = left.pop(0)
            if left and rolls_apart(sentence, left[0]):
                raise NotCarried("what is rolled under a condition, or by each of several")
            answers = tuple(takewhile(asks_if_done, left))
            loop = loop_asked(sentence, answers[0], self.is_open) if answers else None
            if left and asks_of_it(left[0]) and each_acts(sentence, self.is_open):
                loop, answers = sentence, tuple(takewhile(lambda one: asks_of_it(one) or asks_if_done(one), left))
            asked_who = not asks_who(sentence) and who_is_asked_later(left)
            several = deed_of_several(sentence) if asked_who else None
            if several is not None:
                answers = answers if loop is several else ()
                each = InEachPass(loop=several, answers=answers, who_did=True)
                tasks += [("nobody_yet", env), ("say", rebuilt(sentence, several, each), env)]
                del left[: len(answers)]
                continue
            if loop is not None:
                tasks.append(("say", rebuilt(sentence, loop, InEachPass(loop=loop, answers=answers)), env))
                del left[: len(answers)]
                continue
            asked = bool(answers) and not ask_the_same(sentence, answers[0])
            if asked and not offers_if(sentence):
                tasks.append(("unasked", env))
            if asked and not (isinstance(sentence, N.Does) and sentence.modal == "may"):
                tasks += [("before", env), ("say", sentence, env), ("after", sentence, env)]
            else:
                tasks.append(("say", sentence, env))
        return tasks

    def unasked(self, s: State, env: Env) -> None:
        """What is done next was offered under no condition: "if you do not" is said of it alone."""
        env.done.pop("asked", None)

    def before(self, s: State, env: Env) -> None:
        """Remember the position before something that may be done or not."""
        s.asked = (*s.asked, (position(s), False, False))
        env.done["tried"] = True
        env.done.pop("nobody", None)

    def after(self, s: State, sentence: N.Node, env: Env, some: bool = False) -> None:
        """Note whether it was done: whether it has changed anything, or could be done if it changes nothing.

        some: it was carried through, with some of what it names: unless it was replaced, it was done.
        """
        act = sentence.act if isinstance(sentence, N.Does) else sentence
        *others, (before, already, replaced) = s.asked
        s.asked = tuple(others)
        if already or (some and not replaced):
            env.done["did"] = True
        elif _shuffled_in(act):
            env.done["did"] = _without_order(before) != _without_order(position(s))
        elif isinstance(act, N.Perform) and act.verb in CHANGES_NOTHING:
            found = env.recent[-1].value if env.recent and act.verb in ("choose", "reveal", "look_at") else None
            none = found == ()  # none of up to so many; no card was there to be seen
            env.done["did"] = env.done["tried"] and not none
        else:
            env.done["did"] = before != position(s)

    def replaced_now(self, s: State) -> None:
        """What is done now is done in the place of what it is asked of whether it was done (R24)."""
        s.asked = tuple((before, already or before != position(s), True) for before, already, _ in s.asked)

    def replaced_then(self, s: State) -> None:
        """What was done in the place of an act does not count for it."""
        s.asked = tuple((position(s), already, True) for _, already, _ in s.asked)

    def if_done(self, s: State, node: N.Cost, env: Env, tasks: tuple[Task, ...]) -> None:
        """What comes of what is paid: nothing, where that was replaced; a price may have taken nothing."""
        *_, (_, _, replaced) = s.asked
        self.after(s, node.cost, env)
        if env.done.pop("did") or not replaced:
            self.then(s, *tasks)

    def with_its_effect(self, s: State, node: N.Cost, env: Env, pay: Task, *effect: Task) -> list[Task]:
        """A price, and what comes of it: nothing, where all that it names is none.

        Of what comes of it a card that has been given up for it leaves itself out.
        """
        if env.this is not None and any(_of_itself(act) for act in node.cost.walk()):
            lay = s.where.get(env.this)
            effect = (("lies_used", env, lay), *effect, ("lies_used", env, env.used_from))
        inner = pay[2]
        if may_be_free(node.cost, self.w.type_of):
            pay = ("of_some", node.cost, pay)
        if pays(node.cost) or not self.may_be_replaced():
            return [pay, ("learn_more", env, inner), *effect]
        return [("before", env), pay, ("learn_more", env, inner), ("if_done", node, env, effect)]

    def of_some(self, s: State, price: N.Act, pay: Task) -> None:
        """Pay a price that names what may be none: there has to be some of it."""
        s.asked = (*s.asked, (position(s), False, False))
        self.then(s, pay, ("some_given", price, pay[2]))

    def some_given(self, s: State, price: N.Act, env: Env) -> None:
        """Fail where a price has taken nothing, or shown none."""
        *others, (before, _, _) = s.asked
        s.asked = tuple(others)
        shows = isinstance(price, N.Perform) and price.verb in CHANGES_NOTHING
        if env.recent[-1:] and env.recent[-1].value == () if shows else before == position(s):
            raise Failed

    def lies_used(self, s: State, env: Env, where: Thing | None) -> None:
        """Note from where this card has come to be used."""
        env.used_from = where

    def may_be_replaced(self) -> bool:
        """Whether there are texts that replace anything."""
        return bool(self.texts.replacements)

    # ------------------------------------------------------------ acts

    def by_itself(self, s: State, node: N.Perform, env: Env) -> None:
        """One act of several."""
        several = self._each_by_itself(node)
        if len(several) > 1:
            self.then(s, *(("by_itself", one, env) for one in several))
        elif (
            node.verb == "pay" and env.addressed and self.price(node) != ALONE
        ):  # what you pay is paid, or nothing is done at all
            inner = env.child(**WHOLE)
            self.then(s, ("perform", node, inner), ("learn_more", env, inner))
        elif self.through(node) or (env.partial and self.so_often(node)):
            self.then(s, ("perform", node, env))
        else:
            self.attempt(s, ("perform", node), env)

    def attempt(self, s: State, task: Task, env: Env) -> None:
        """Something as a whole if it can be carried through, and nothing of it otherwise."""
        inner = env.child(lenient=False, counts=False)
        nothing = self.none_of_it(s, task[1], env)
        if self.can_do(s, task, inner):
            chosen = isinstance(task[1], N.Perform) and task[1].verb == "choose" and not env.choosing
            if nothing:
                self._note(s, False)
            noted = ("was_done", env, inner, chosen or nothing)
            self.then(s, ("begun",), (*task, inner), ("carried_through",), noted)
            return
        self._note(s, self._looks_in_own_hand(task[1], env) or self._looks_in_the_dark(s, task[1], env))
        env.done["tried"] = False
        self.left_undone(task[1], env)

    def _looks_in_own_hand(self, act: N.Node, env: Env) -> bool:
        """Whether somebody else looks for cards of a kind among those that only they see: it counts as possible.

        Of two things between which they choose they do what they see to be possible.
        """
        if isinstance(act, N.Choice):
            return any(self._looks_in_own_hand(one, env) for one in act.acts)
        if env.chooser == env.you:
            return False
        thing = act.slot("object") if isinstance(act, N.Perform) and env.you != env.mine else None
        if not isinstance(thing, N.NounPhrase) or not isinstance(thing.noun, str) or thing.noun == "card":
            return False
        if self.w.type_of(thing.noun) != "card" or any(isinstance(one, N.At) for one in thing.filters):
            return False
        if not isinstance(act, N.Perform) or act.slot("from") is not None:
            return False
        usual = listed((self.w.ruleset.zones.get(act.verb) or {}).get("from"))
        return any(self.w.entry(str(zone)).get("visible") == "owner" for zone in usual)

    def _looks_in_the_dark(self, s: State, act: N.Node, env: Env) -> bool:
        """Whether cards of a kind are looked for in a pile that nobody sees, in which some card lies."""
        piles = self.piles_looked_in(act)
        return (
            bool(piles)
            and env.offered
            and any(s.zones.get(one) for pile in piles for one in self.zones_named(s, pile, env))
        )

    def piles_looked_in(self, act: N.Node) -> list[N.Phrase]:
        """The piles that nobody sees in which an act looks for cards of a kind, where others can lie, too (R16)."""
        thing = act.slot("object") if isinstance(act, N.Perform) and act.verb in MOVES - {"draw"} else None
        thing = thing.whole if isinstance(thing, N.PartOf) else thing
        if not isinstance(thing, N.NounPhrase) or not isinstance(act, N.Perform) or self.names_zones(thing):
            return []
        if not isinstance(thing.noun, str) or self.w.type_of(thing.noun) != "card" or deed_of(self.w, act) is not None:
            return []
        inside = [item.phrase for item in thing.filters if isinstance(item, N.At | N.Of)]
        places = [one for one in (act.slot("from"), *inside) if isinstance(one, N.NounPhrase)]
        if not thing.adjectives and len(inside) == len(thing.filters):
            kinds = [kind for one in places for kind in kinds_in(self.w.ruleset, [str(one.noun)]) or ("card",)]
            if thing.noun == "card" or kinds and all(self.w.fits(kind, thing.noun) for kind in kinds):
                return []
        return [one for one in places if (self.w.nouns.get(str(one.noun)) or {}).get("visible") == "nobody"]

    def speak_of_neighbours(self, said: N.Perform | N.Condition, env: Env) -> None:
        """The player to your left of whom an act or a condition speaks is "that player" from here on, done or not."""
        parts = [slot.value for slot in said.slots] if isinstance(said, N.Perform) else [said]
        beside = [one for part in parts for one in part.walk() if getattr(one, "noun", "") in BESIDE]
        for phrase in beside:
            seat = (env.mine + BESIDE[phrase.noun]) % self.w.players
            env.recent.append(Ref(seat, "player", "player"))

    def left_undone(self, act: N.Node, env: Env) -> None:
        """What an act would have found was not found: what speaks of it is not done either."""
        if isinstance(act, N.Cost):
            self.left_undone(act.cost, env)
            self.left_undone(act.effect, env)
        if isinstance(act, N.Perform):
            self.speak_of_neighbours(act, env)
        for slot in act.slots if isinstance(act, N.Perform) else ():
            value = slot.value.whole if isinstance(slot.value, N.PartOf) else slot.value
            places = [item.phrase for item in getattr(value, "filters", ()) if isinstance(item, N.At)]
            owners = [getattr(one, "determiner", None) for one in (*places, value)]
            owners = [one.owner for one in owners if isinstance(one, N.Possessive)]
            for found in (*places, value, *owners):
                if isinstance(found, N.NounPhrase) and isinstance(found.noun, str) and self.is_open(found):
                    env.bind(found.noun, Ref(NOTHING, self.w.type_of(found.noun), found.noun))

    def was_done(self, s: State, env: Env, inner: Env, chosen: bool) -> None:
        """Something was carried through; to have chosen what it is to be done with is to have done nothing yet."""
        if not chosen:
            self._note(s, True)
        env.done["tried"] = True
        self.learn_more(s, env, inner)

    def may_be_done(self, s: State, env: Env) -> Env:
        """An environment for what somebody may do again and again, which is whole; that it is offered is enough."""
        if env.counts:
            self._note(s, True)
        return env.child(**WHOLE)

    def paid(self, s: State, node: N.Cost, env: Env) -> None:
        """What is paid is whole; what follows is done as far as possible, and not for nothing."""
        inner = env.child(**WHOLE, owed=True)
        effect = ("as_far", (node.effect,), env, True, True)
        self.then(s, *self.with_its_effect(s, node, env, ("say", node.cost, inner), effect))

    # ------------------------------------------------------------ which acts

    def _acts(self, node: N.Node | None, others: bool = False) -> Iterator[N.Node]:
        """What is done or left as one; twice what is done for each of several; others: what other players do."""
        match node:
            case N.If() | N.Possible():
                yield from self._acts(node.then)
                yield from self._acts(node.otherwise)
            case N.Unless():
                yield from self._acts(node.then)
            case N.ForEach() | N.InPlace():
                yield from [*self._acts(node.then)] * 2
            case N.Both(clauses=parts) | N.Sequence(acts=parts):
                for part in parts:
                    yield from self._acts(part, others)
            case N.Repeat() if node.times.kind == "count" or node.times.low == node.times.high:
                yield from [*self._acts(node.act, others)] * 2
            case N.Does() if node.modal is None:
                several = isinstance(node.subject, N.NounPhrase) and self.is_open(node.subject)
                yield from [*self._acts(node.act, node.subject != N.Pronoun(word="you"))] * (2 if several else 1)
            case N.Cost() if others:
                yield node
            case N.Cost():
                yield from self._acts(node.effect)
            case N.Per():
                yield from [*self._acts(node.act, others)] * 2
            case N.Act() if pays(one_of(node)) and not others and self.price(node) != ALONE:
                pass
            case N.Perform():
                yield from self._each_by_itself(node) * (2 if self.through(node) or self.so_often(node) else 1)
            case N.Act():
                yield node

    def in_part(self, act: N.Node) -> bool:
        """Whether something could be done as far as possible and not whole: several acts, or so many at once."""
        acts = [*self._acts(act)]
        counts = [part for part in act.walk() if isinstance(part, N.Quantity) and part.kind in ("count", "exactly")]
        so_many = any(isinstance(part, N.AsMany) for part in act.walk()) or any((one.low or 0) > 1 for one in counts)
        return (len(acts) > 1 or so_many) and any(map(self._can_fail, acts))

    def _can_fail(self, act: N.Node) -> bool:
        if isinstance(act, N.Repeat | N.Until):
            return False
        if not isinstance(act, N.Perform) or act.verb not in SURE or _shuffled_in(act) or self._has_meaning(act):
            return True
        if act.verb == "gain" and self.gains_cards(act):
            return True  # there may be none
        return self._may_be_forbidden(act)

    def _may_be_forbidden(self, act: N.Perform) -> bool:
        bans = [said.node.act for said in self.texts.bans if isinstance(said.node, N.Does)]
        return any(isinstance(ban, N.Perform) and ban.verb == act.verb for ban in bans)

    def _each_by_itself(self, act: N.Perform) -> list[N.Perform]:
        """What is given, and what is gained or lost where some of it may be forbidden, each by itself."""
        things = act.slot("object")
        apart = act.verb == "give" or (act.verb in ("gain", "lose") and self._may_be_forbidden(act))
        if not apart or not isinstance(things, N.Phrases):
            return [act]
        rest = tuple(slot for slot in act.slots if slot.name != "object")
        if things.conjunction != "and":
            return [act]
        return [replace(act, slots=(N.Slot(name="object", value=one), *rest)) for one in things.items]

    def so_often(self, act: N.Perform) -> bool:
        """Whether a deed of a noun is done so many times, each of which may be possible or not: `gain 2 prizes`."""
        value = act.slot("object")
        deed = deed_of(self.w, act)
        if deed is None or not isinstance(value, N.NounPhrase):
            return deed is not None and isinstance(value, N.AsMany)
        many = value.determiner
        chosen = any(isinstance(item, N.At) and self.is_open(item.phrase) for item in value.filters)
        return isinstance(many, N.Quantity) and many.kind in ("count", "exactly") and many.low != 1 and not chosen

    def through(self, act: N.Perform) -> bool:
        """Whether an act is one for each of several things: `rob each other player`, `from each hand`."""
        own = self._has_meaning(act)
        for slot in act.slots:
            value = slot.value
            if own and self.of_so_many(act.verb, slot):
                return True
            if not isinstance(value, N.NounPhrase) or (slot.name == "object" and not own):
                continue
            if own and self._of_several(value):
                return True
            whose = value.determiner.owner if isinstance(value.determiner, N.Possessive) else None
            several = whose if isinstance(whose, N.NounPhrase) else value
            det = several.determiner
            each = isinstance(det, N.Article) and det.word in EVERY
            if not own and slot.name in ("to", "from") and each:
                return True
        return False


def _does_more_than_choose(sentences: Sequence[N.Node]) -> bool:
    """Whether anything is done but to choose and to pay."""
    acts = [act for one in sentences for act in one.walk() if isinstance(act, N.Perform)]
    return any(act.verb not in ("choose", "pay") for act in acts)


def _may_be_left(node: N.Node) -> bool:
    """Whether a sentence only asks somebody, or each of several, what they may do."""
    if isinstance(node, N.ForEach | N.InPlace):
        return _may_be_left(node.then)
    return isinstance(node, N.Does) and node.modal == "may"


def _if_done(node: N.Node) -> bool:
    """Whether a sentence does something only where the one before was done, or as several did or did not do it."""
    done = isinstance(node, N.If) and isinstance(node.condition, N.Did) and node.otherwise is None
    return done or (asks_who(node) and not any(map(pays, node.walk())))


def one_of(node: N.Node) -> N.Node:
    """What is done to one thing "or" another, as a choice between acts; anything else as it is."""
    things = node.slot("object") if isinstance(node, N.Perform) else None
    if not isinstance(node, N.Perform) or node.verb in ("choose", "count_as"):
        return node
    if not isinstance(things, N.Phrases) or things.conjunction != "or":
        return node
    others = tuple(slot for slot in node.slots if slot.name != "object")
    return N.Choice(
        acts=tuple(replace(node, slots=(N.Slot(name="object", value=one), *others)) for one in things.items)
    )


def _shuffled_in(act: N.Node) -> bool:
    """Whether cards come into the pile that is shuffled."""
    return isinstance(act, N.Perform) and act.verb == "shuffle" and act.slot("to") is not None


def _without_order(of: Any) -> Any:
    """A position whose piles are in no order."""
    return frozenset((zone, frozenset(cards)) for zone, cards in of[0]), *of[1:]


def position(s: State) -> Any:
    """All that an act can change."""
    return (
        frozenset((zone, tuple(cards)) for zone, cards in s.zones.items() if cards),
        frozenset((spot, count) for spot, count in s.pieces.items() if count),
        frozenset(s.held.items()), frozenset(s.kept.items()), s.next_card,
    )  # fmt: skip


def _of_itself(act: N.Node) -> bool:
    """Whether something is done with the card whose text it is."""
    thing = act.slot("object") if isinstance(act, N.Perform) else None
    return isinstance(thing, N.NounPhrase) and thing.determiner == N.Article(word="this")
