"""Records are frozen dataclasses as those of `dataclasses` are: equal, hashed, shown, copied and pickled alike."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, field
from typing import Any

import pytest

from rulewright.language.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Base:
    """The one."""

    first: int
    second: str = "b"
    third: list[int] = field(default_factory=list, compare=False)
    place: int | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Below(Base):
    """One with a field more."""

    fourth: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class PlainBase:
    """The same of the library."""

    first: int
    second: str = "b"
    third: list[int] = field(default_factory=list, compare=False)
    place: int | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class PlainBelow(PlainBase):
    """The same of the library."""

    fourth: bool = False


GIVEN: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1,), {}),
    ((1, "c", [2]), {"place": 5}),
    ((), {"first": 2, "second": "b"}),
    ((), {}),
    ((1, 2, 3, 4), {}),
    ((1,), {"fourth": True}),
    ((1,), {"fifth": True}),
]


@pytest.mark.parametrize(("record", "plain"), [(Base, PlainBase), (Below, PlainBelow)])
@pytest.mark.parametrize(("args", "named"), GIVEN)
def test_they_are_made_and_shown_as_those_of_the_library(
    record: Any, plain: Any, args: tuple[Any, ...], named: dict[str, Any]
) -> None:
    def made(kind: Any) -> str:
        try:
            return repr(kind(*args, **named)).replace("Plain", "")
        except TypeError as error:
            return str(error).replace("Plain", "")

    assert made(record) == made(plain)


@pytest.mark.parametrize("kind", [Base, Below, PlainBase, PlainBelow])
def test_what_a_record_is(kind: Any) -> None:
    one = kind(1, "c", [3], place=4)
    assert one == kind(1, "c", [], place=5) and hash(one) == hash(kind(1, "c"))
    assert one not in (kind(2, "c"), kind(1, "d"), 1, None)
    assert Base(1) != Below(1) and Below(1) != Base(1)
    assert kind(1).third is not kind(1).third
    for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert other == one and other.third == [3] and other.place == 4
    assert dataclasses.replace(one, second="e") == replace(one, second="e") == kind(1, "e")
    assert replace(one, second="e").third is one.third
    with pytest.raises(TypeError, match="fifth"):
        replace(one, fifth=1)
    assert kind.__match_args__ == ("first", "second", "third")
    assert not hasattr(one, "__dict__")
    with pytest.raises(FrozenInstanceError, match="first"):
        one.first = 2
    with pytest.raises(FrozenInstanceError, match="first"):
        del one.first


def test_a_class_keeps_what_it_says_itself() -> None:
    @dataclass(frozen=True, slots=True)
    class Own:
        value: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own)

        def __repr__(self) -> str:
            return "own"

    assert Own(1) == Own(2) and repr(Own(1)) == "own" and hash(Own(1)) == hash(Own(1))


def test_each_field_of_a_record_is_given() -> None:
    with pytest.raises(TypeError, match="worked_out"):

        @dataclass(frozen=True, slots=True)
        class Worked:
            worked_out: int = field(init=False, default=1)
