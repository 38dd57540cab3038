"""The core's own verbs: what each does, or which room writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import NoReturn

from rulewright.compiler.expressions.phrases import one_noun, quantifier
from rulewright.compiler.ir.expressions import STATE, Call, Collection, Expr, Lit
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.statements import Do, Leave
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.refusals.owners.unkept_pieces import how_it_is_said
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.attempts import Attempts
from rulewright.compiler.statements.calls import Calls
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.dice import Dice
from rulewright.compiler.statements.moves.chosen_sets import ChosenSets
from rulewright.compiler.statements.moves.looks import Looks
from rulewright.compiler.statements.moves.pieces.replaced import ReplacedPieces
from rulewright.compiler.statements.moves.pieces.swaps import Swaps
from rulewright.compiler.statements.moves.transfers import MOVES, Transfers
from rulewright.compiler.statements.objects import draws_known, object_of
from rulewright.compiler.statements.resources import Resources
from rulewright.compiler.statements.ways import Ways
from rulewright.language import nodes as N
from rulewright.language.trees.normal_form import head_noun
from rulewright.ruleset import blocks as B

CHOOSE = (
    "Choose one kind of thing that can be told apart: “choose another player”, “choose a space next to it”. "
    "Of things in two places say “in … or …” without “your”, or give the lexicon an adjective that means both."
)

PUT = "What is counted is given; of a card or a piece say where it goes: “put … into that player's …”."


class Acts:
    """Writes what a verb of the core does."""

    def __init__(
        self,
        p: Flow,
        c: Context,
        resources: Resources,
        transfers: Transfers,
        looks: Looks,
        calls: Calls,
        attempts: Attempts,
        ways: Ways,
        sets: ChosenSets,
    ) -> None:
        self.p = p
        self.sets = sets
        self.dice = Dice(p, c)
        self.ruleset = c.services.ruleset
        self.source = c.services.source
        self.module = c.services.module
        self.by_the_rules = c.services.by_the_rules
        self.texts = c.services.texts
        self.layout = c.services.layout
        self.limits = c.services.limits
        self.continuous = c.services.continuous
        self.x = c.x
        self.objects = c.objects
        self.up = c.up
        self.resources = resources
        self.transfers = transfers
        self.looks = looks
        self.calls = calls
        self.attempts = attempts
        self.ways = ways

    def perform(self, node: N.Perform, scope: Scope, replaceable: bool = True) -> None:
        """A verb with its slots, or (where it is `replaceable`) what texts put in its place."""
        verb = node.verb
        value = node.slot("object")
        if (
            verb in ("gain", "lose", "pay", "use", "give")
            and isinstance(value, N.Phrases)
            and value.conjunction == "and"
        ):
            for item in value.items:
                slots = tuple(N.Slot(name="object", value=item) if s.name == "object" else s for s in node.slots)
                self.perform(N.Perform(verb=verb, slots=slots, adverbs=node.adverbs), scope, replaceable)
            return
        with self.ways.doing(verb, scope), self._by_whom(node, scope):
            if replaceable and verb == "draw" and self.p.later and not draws_known(node):
                self.transfers.card_moves.draws.drawn(node, scope, lambda: self._perform(node, scope, replaceable))
            else:
                self._perform(node, scope, replaceable)
        if verb not in MOVES or verb == "draw":  # these tell it before anything is heard of them
            self.transfers.followed.moved(node, scope, heard=False)

    @contextmanager
    def _by_whom(self, node: N.Perform, scope: Scope) -> Iterator[None]:
        """While something is written that the rules say: whether it is somebody's, who gains or chooses by it."""
        keep = scope.by_rules
        if scope.nobody and not self.by_the_rules.is_nobodys(node):
            scope.by_rules = None
        try:
            yield
        finally:
            scope.by_rules = keep

    def _perform(self, node: N.Perform, scope: Scope, replaceable: bool) -> None:
        verb = node.verb
        if self._at_several(node, scope) or self.sets.with_each(node, scope):
            return
        node = self.calls.another(node, scope)
        if replaceable and self.up.replacements.instead(self.p, node, scope):
            return
        self._one_deed(node)
        self.transfers.choose_owners(node, scope)
        deed = self.source.deed_of(node)
        if deed is not None and deed[0] not in self.source.deeds_of_cards:
            self.calls.deed(deed[1], node, scope)
            return
        if self.source.defines(verb, node):
            self.calls.call_verb(node, scope)
            return
        if self._between_players(node):
            self._hand_over(node, scope)
        elif verb == "gain" and self._gains_cards(node, scope):
            self.transfers.transfer(node, scope)
        elif verb in ("gain", "lose", "pay"):
            self.resources.change(node, scope)
        elif verb == "play":
            self.up.telling.of_cards(self.p, node, scope, partial(self._play, node, scope))
        elif verb in MOVES:
            self.transfers.transfer(node, scope)
        elif verb in ("end", "win") and self._names(node, "game"):
            self._end_game(scope, winner=scope.you if verb == "win" else None)
        elif verb == "double" and self.symbols(object_of(node)):
            self.next_card(node, "double", scope)
        elif verb in self._by_verb:
            self._by_verb[verb](node, scope)
        elif verb != "do_nothing":
            self._means_nothing(node)

    def _means_nothing(self, node: N.Perform) -> NoReturn:
        """Refuse a verb that is done to nothing of the kind."""
        noun = head_noun(thing) if isinstance(thing := node.slot("object"), N.Phrase) else None
        how = how_it_is_said(self.ruleset.language(), noun or "", node.verb)
        hint = how or (PUT if node.verb == "give" else "Give the verb a `do:` in the lexicon.")
        what = f"“{node.verb.replace('_', ' ')}” has no meaning that can be run here"
        raise refuse(node, what, hint, code="RW0604")

    def _gains_cards(self, node: N.Perform, scope: Scope) -> bool:
        """Whether what is gained are cards: they come to where the ruleset says that gained cards go."""
        thing = node.slot("object")
        thing = thing.whole if isinstance(thing, N.PartOf) else thing
        if isinstance(thing, N.Pronoun):
            return self.x.references.of_type(thing, scope, "card", "cards", "player", "number").type in (
                "card",
                "cards",
            )
        return self.source.of_cards(thing)

    def _at_several(self, node: N.Perform, scope: Scope) -> bool:
        """`Take 1 gem from up to 2 other players`, `put a hut into 2 fields`: once for each of so many; else False.

        Raises:
            MeaningError: RW0604 where so many of something could be meant of each of them, or of all together.
        """
        if self.source.defines(node.verb, node):
            return False
        for slot in node.slots:
            whole = slot.value.whole if isinstance(slot.value, N.PartOf) else slot.value
            many = self.calls.how_often(whole) if slot.name in ("from", "to") else None
            if many is None or many.every:
                continue
            assert isinstance(whole, N.NounPhrase)
            thing = node.slot("object")
            det = thing.determiner if isinstance(thing, N.NounPhrase) else None
            if whole is slot.value and det not in (N.Article(word="a"), N.Quantity(kind="count", low=1)):
                raise refuse(whole, "so many for each of them, or for all together?", "Say “each of …”.", code="RW0604")
            self.calls.for_so_many(node, slot, whole, many, scope)
            return True
        return False

    def _one_deed(self, node: N.Perform) -> None:
        """Refuse a verb that means to one of several kinds what the noun says: which kind it is, is known later."""
        value = node.slot("object")
        if not isinstance(value, N.NounPhrase) or not isinstance(value.noun, N.NounGroup):
            return
        for bare in value.noun.nouns:
            slot = N.Slot(name="object", value=replace(value, noun=bare.noun))
            if self.source.deed_of(replace(node, slots=(slot,))) is not None:
                one_noun(value)

    @property
    def _by_verb(self) -> dict[str, Callable[[N.Perform, Scope], None]]:
        """Verbs that mean one thing, whatever they are done to."""
        return {
            "shuffle": self._shuffle, "fill": self._fill, "exchange": self.transfers.exchange,
            "replace": ReplacedPieces(self.transfers.piece_moves).replace, "look_at": self.looks.look,
            "swap": Swaps(self.transfers.piece_moves).swap,
            "reveal": self.looks.reveal, "roll": self.dice.roll, "choose": self._choose_act,
            "keep": self.transfers.card_moves.picks.keep,
        }  # fmt: skip

    def _shuffle(self, node: N.Perform, scope: Scope) -> None:
        """`Shuffle the deck`; what goes into another pile is shuffled with it."""
        if node.slot("to") is not None:
            self._shuffle_into(node, scope)
            return
        zones = self.x.references.zones_of(object_of(node), scope)
        if not zones:
            raise refuse(node, "only a zone can be shuffled", code="RW0604")
        for zone in zones:
            self.p.emit("s.shuffle({})", zone)

    def _fill(self, node: N.Perform, scope: Scope) -> None:
        """`Fill the cards in the row`: put on each the pieces that it begins with."""
        phrase = object_of(node)
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "which of them are filled?")
        items, _, _ = self.objects.things(phrase, scope)
        self.p.unfollowed()
        self.p.emit("for c in {}: FILL(s, c)", items)

    def _between_players(self, node: N.Perform) -> bool:
        """Whether something that is counted goes from one player to another."""
        other = node.slot("from") if node.verb == "take" else node.slot("to") if node.verb in ("give", "pay") else None
        if node.verb == "pay" and other is not None:
            return True
        thing = node.slot("object")
        thing = thing.whole if isinstance(thing, N.PartOf) else thing
        noun = thing.noun if isinstance(thing, N.NounPhrase | N.AsMany) else None
        entry = self.source.entry(noun) if isinstance(noun, str) else {}
        return other is not None and bool(entry.get("held") or entry.get("kept"))

    def _hand_over(self, node: N.Perform, scope: Scope) -> None:
        """`Give 2 gems to another player`, `take 1 gem from that player`: who has so many loses them."""
        other = node.slot("from" if node.verb == "take" else "to")
        whither = node.slot("to") if node.verb == "take" else None
        if whither is not None:
            raise refuse(whither, "only players can be given what is counted, or have it taken from them")
        said = other if isinstance(other, N.NounPhrase) else None

        def hand(inner: Scope, seat: Expr) -> None:
            giver, taker = (seat, scope.you) if node.verb == "take" else (scope.you, seat)
            self.resources.hand_over(node, giver, taker, inner)

        if said is None or not self.x.phrases.open(said):
            ref = self.x.references.ref(other, scope) if isinstance(other, N.Phrase) else None
            if ref is None or ref.type != "player":
                raise refuse(other, "only players can be given what is counted, or have it taken from them")
            if ref.expr != scope.you:
                self.p.fail_if(expr("{} == {}", ref.expr, scope.you))  # nobody gives themselves anything
            hand(scope, ref.expr)
            return
        items, kind, noun = self.objects.things(said, scope)
        if kind != "player":
            raise refuse(said, "only players can be given what is counted, or have it taken from them")
        if said.determiner not in (N.Article(word="another"), N.Article(word="each_other")):
            one = self.module.fresh()
            items = expr("[{} for {} in {} if {} != {}]", one, one, items, one, scope.you)
        if quantifier(said) == "each":
            one_by_one = scope.lenient
            sure = one_by_one or scope.partial or self.resources.all_of_one_kind(object_of(node), scope)
            if node.verb == "take" and not said.filters and not sure:
                hint = "Say of whom: “from each other player who has …”."
                raise refuse(said, "one of them may have fewer", hint, code="RW0604")

            def each(inner: Scope) -> None:
                seat = inner.names[noun].expr
                if one_by_one:
                    self.attempts.by_itself(node, inner, lambda: hand(inner, seat))
                else:
                    hand(inner, seat)

            self.p.loop(self.p.in_turn(items, kind), kind, noun, "other one", scope, each, said)
            return
        seat = self.p.choice(kind, node, items, scope.you, noun)
        self.x.references.know(said, Ref(seat, kind, noun), scope)
        hand(scope, seat)

    def _shuffle_into(self, node: N.Perform, scope: Scope) -> None:
        """`Shuffle your hand into the deck`: put it there, then shuffle what is there."""
        pile = node.slot("to")
        if not isinstance(pile, N.Phrase) or not self.source.is_zone(pile):
            raise refuse(node, "cards are shuffled into a zone only", code="RW0604")
        self._perform(replace(node, verb="put"), scope, replaceable=True)  # what moves is counted as shuffled
        self.perform(N.Perform(verb="shuffle", slots=(N.Slot(name="object", value=pile),)), scope)

    def _end_game(self, scope: Scope, winner: Expr | None = None) -> None:
        """The game is over; what has just come true still counts."""
        self.p.must_stop()
        self.p.block()
        if self.continuous.states:
            self.p.settle_states(scope.you)
        self.up.events.before_the_end(self.p, scope)
        if winner is not None:
            self.p.emit("s.winner = {}", winner)
        self.p.add(Do(Call("END", (STATE, Lit(self.p.reason())))), Leave())
        self.p.start(self.p.label())

    @staticmethod
    def _names(node: N.Perform, noun: str) -> bool:
        value = node.slot("object")
        return isinstance(value, N.NounPhrase) and value.noun == noun

    def _play(self, node: N.Perform, scope: Scope) -> Expr:
        """Play a card: it goes to where the ruleset says played cards lie. Returns the card."""
        phrase = object_of(node)
        self._goes_somewhere(node, phrase)
        self._only_moves(node, phrase, scope)
        if isinstance(phrase, N.NounPhrase) and phrase.noun == "card":
            for item in phrase.filters:
                if isinstance(item, N.Of):
                    space = self.x.references.ref(item.phrase, scope)
                    self.p.pays(scope.you, {"card": 1})
                    options = expr("STANDS_FOR(s, {}, {})", scope.you, space.expr)
                    played = self.p.choice("card", node, options, scope.you, "card")
                    self._play_card(played, scope)
                    return played
        source = node.slot("from")
        card: Expr
        if self.calls.rest.is_part(phrase):
            if not self.objects.quantity(phrase, scope).one:
                raise refuse(node, "one card is played at a time", "Say “play 1 of them”.")
            card = self.calls.one_of(phrase, node, "card", scope)
        elif not isinstance(phrase, N.NounPhrase) or not self.x.phrases.open(phrase):
            card = self.x.references.of_type(phrase, scope, "card").expr
        else:
            where = (N.At(preposition="in", phrase=source),) if isinstance(source, N.Phrase) else ()
            items, kind, noun = self.objects.things(replace(phrase, filters=(*phrase.filters, *where)), scope)
            if kind != "card" or not self.objects.quantity(phrase, scope).one:
                raise refuse(node, "one card is played at a time", "Say “play a card from your hand”.")
            free = self.up.telling.touchable("play", items, scope.you)
            card = self.p.choice("card", node, self.objects.distinct(free), scope.you, noun)
            self.x.references.know(phrase, Ref(card, kind, noun), scope)
        forbidden = self.up.telling.untouchable("play", card, scope.you)
        if forbidden is not None:
            self.p.fail_if(forbidden)
        self._play_card(card, scope)
        self.ways.done_to("play", Ref(card, "card", "card"), scope)
        return card

    def _goes_somewhere(self, node: N.Perform, phrase: N.Node) -> None:
        """Refuse to play cards of which neither their kind nor the ruleset says where they go."""
        if (self.ruleset.zones.get("play") or {}).get("to"):
            return
        own = [noun for noun in self.up.events.own_deeds("play") if self.source.type_of(noun) == "card"]
        if not own:
            raise refuse(node, "where do cards go that are played?", "Say it under `zones: play:` in ruleset.yaml.")
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) else "card"
        played = {str(component["kind"]) for component in self.source.components}
        silent = [
            kind for kind in sorted(played)
            if self.source.type_of(kind) == "card" and (self.source.fits(kind, noun) or self.source.fits(noun, kind))
            if not any(self.source.fits(kind, one) for one in own)
        ]  # fmt: skip
        if silent:
            hint = "Give this kind `deeds: {play: …}` in the lexicon, or say it of all under `zones: play:`."
            raise refuse(node, f"where does “{silent[0].replace('_', ' ')}” go when it is played?", hint)

    def _only_moves(self, node: N.Perform, phrase: N.Node, scope: Scope) -> None:
        """Refuse a text that plays another card where cards are used by playing them: it would only be moved."""
        this = isinstance(phrase, N.NounPhrase) and phrase.determiner == N.Article(word="this")
        if scope.this is None or this or any(True for _ in self.calls.own_deeds("play", Lit(0))):
            return
        for name, heading in self.ruleset.words["headings"].items():
            used = (
                part.tree for part in B.walk((heading.cost, *heading.sources.values())) if isinstance(part, B.Words)
            )
            acts = (act for tree in used if tree is not None for act in tree.walk() if isinstance(act, N.Perform))
            if any(act.verb == "play" for act in acts):
                title = str(heading.data.get("en", name))
                hint = "Give its kind `deeds: {play: …}` with `resolve`, or say where it is put: “put … into …”."
                told = f"a card that is played here is only put where played cards lie: “{title}” is not done"
                raise refuse(node, told, hint, code="RW0604")

    def _play_card(self, card: Expr, scope: Scope) -> None:
        """What playing means to a card: what its kind says (`deeds`), else that it goes to where played cards lie."""
        call: Callable[[], None] = partial(self.p.emit, "PLAY(s, {}, {})", scope.you, card)
        for test, deed in self.calls.own_deeds("play", card):
            call = partial(
                self.p.branch, test, partial(self.p.call, self.up.events.verb(deed), scope.you, [card]), call
            )
        call()

    def _choose_act(self, node: N.Perform, scope: Scope) -> None:
        """`Choose another player.`: who or what was chosen is then "that player", "it"."""
        phrase = object_of(node)
        if self.calls.rest.is_part(phrase) and not node.adverbs and self.objects.quantity(phrase, scope).one:
            self.calls.one_of(phrase, node, "card", scope)  # "choose 1 of them"
            return
        said: N.Phrase = phrase
        if isinstance(phrase, N.PartOf) and self.objects.quantity(phrase, scope).one:  # "one of the beasts in the shop"
            phrase = phrase.whole
            if isinstance(phrase, N.NounPhrase):
                any_of_them = phrase.determiner in (None, N.Article(word="the"))
                one = N.Article(word="a") if any_of_them else phrase.determiner
                phrase = replace(phrase, determiner=one, plural=False)
        if self.x.phrases.is_piece(phrase) and not node.adverbs:
            self.sets.choose_pieces(node, object_of(node), scope)
            return
        if not isinstance(phrase, N.NounPhrase) or self.x.phrases.is_piece(phrase):
            raise refuse(node, "choose what?", CHOOSE)
        if self.source.is_value(phrase):
            self._choose_value(node, phrase, scope)
            return
        if quantifier(phrase) == "each" or not self.objects.quantity(phrase, scope).one:
            self.sets.choose(node, phrase, scope)
            return
        items, kind, noun = self.objects.things(self.objects.lying(phrase, node.verb, scope), scope)
        target = self.p.variable()
        if "random" in node.adverbs:
            self.p.pick(target, items)
        else:
            asked = self.objects.distinct(items) if kind == "card" else items
            self.p.choose(kind, node, asked, target, scope.you, noun, "secretly" in node.adverbs)
        scope.bind(noun, Ref(target, kind, noun))
        self.x.references.know(said, scope.names[noun], scope)

    def _choose_value(self, node: N.Perform, phrase: N.NounPhrase, scope: Scope) -> None:
        """`Choose a colour.`: one of the values that a number can have is then "that colour"."""
        noun = str(phrase.noun)
        known = self.layout.values_of(noun)
        if not known:
            what = f"which values of “{noun.replace('_', ' ')}” can be chosen is not known"
            raise refuse(phrase, what, "Give the number `values`, or print it on cards.", code="RW0604")
        values = Collection("list", tuple(Lit(value) for value in known))
        target = self.p.variable()
        if "random" in node.adverbs:
            self.p.pick(target, values)
        else:
            self.p.choose("number", node, values, target, scope.you, noun, "secretly" in node.adverbs)
        self.x.references.know(phrase, Ref(target, "number", noun), scope)

    def symbols(self, phrase: N.Phrase) -> bool:
        """Whether a phrase is of what is printed on the next card you play."""
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            return False
        return bool(self.source.entry(phrase.noun).get("for")) and any(
            isinstance(item, N.At) and isinstance(item.phrase, N.NounPhrase) and "next" in item.phrase.adjectives
            for item in phrase.filters
        )

    def next_card(self, node: N.Perform, what: str, scope: Scope) -> None:
        """`Double … on the next card you play`: holds until then."""
        self.p.emit("n[{} + {}] = 1", self.limits.next_flags[what], scope.you)
