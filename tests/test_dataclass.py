"""Dataclasses whose methods are written at first use behave as those of the standard library."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import FrozenInstanceError, field, replace

import pytest

from rulewright.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    name: str
    near: tuple[Space, ...] = ()
    seen: int = field(default=0, compare=False, repr=False)


class Land(Space):
    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Land):
    crop: str = "hay"


@dataclass(slots=True)
class Pile:
    cards: list[str] = field(default_factory=list)
    top: int = 0
    turned: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        self.top = len(self.cards)


def test_what_is_equal_is_equal_and_has_one_hash() -> None:
    one, other = Field(name="a", seen=1), Field(name="a", seen=2)
    assert one == other and hash(one) == hash(other)
    assert one != Field(name="a", crop="rye") and one != Space(name="a")


@pytest.mark.parametrize("first", [repr, hash, lambda thing: thing == thing, pickle.dumps])
def test_any_method_may_be_the_first_that_is_used(first) -> None:
    @dataclass(frozen=True, slots=True)
    class Town:
        name: str = "Blore"

    globals()["Town"], Town.__qualname__ = Town, "Town"
    town = Town.__new__(Town)
    object.__setattr__(town, "name", "Blore")
    first(town)
    assert town == Town() == Town("Blore")
    assert repr(town) == "Town(name='Blore')"


def test_frozen_is_frozen() -> None:
    space = Field(name="a")
    with pytest.raises(FrozenInstanceError):
        space.name = "b"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del space.name
    with pytest.raises(AttributeError):
        space.other = 1  # type: ignore[attr-defined]


def test_what_can_change_has_no_hash() -> None:
    pile = Pile(["a"])
    pile.top = 5
    assert pile.top == 5
    with pytest.raises(TypeError):
        hash(pile)


def test_a_new_list_each_time() -> None:
    assert Pile().cards is not Pile().cards
    assert Pile(["a", "b"]).top == 2
    assert Pile().turned is False


def test_fields_replace_match_and_pickles() -> None:
    thing = Field(name="a", near=(Space(name="b"),))
    assert [one.name for one in dataclasses.fields(thing)] == ["name", "near", "seen", "crop"]
    assert replace(thing, crop="rye").crop == "rye"
    assert pickle.loads(pickle.dumps(thing)) == thing
    match Pile(["a"]):
        case Pile(cards, top):
            assert (cards, top) == (["a"], 1)


def test_what_is_missing_or_not_known_is_refused() -> None:
    with pytest.raises(TypeError, match="name"):
        Field()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="nonsense"):
        Field(name="a", nonsense=1)  # type: ignore[call-arg]


def test_a_method_that_the_class_has_stays() -> None:
    @dataclass(frozen=True)
    class Number:
        value: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Number) and other.value % 10 == self.value % 10

        def __hash__(self) -> int:
            return self.value % 10

    assert Number(3) == Number(13) and len({Number(3), Number(13)}) == 1
