"""What lists the offers of a table."""

from rulewright.compiler.ir import source
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.statements import Function
from rulewright.compiler.passes.availability import Availability, Offer

FUNCTIONS = {
    "open": Function("open", ("s", "you", "card"), stmts("return True")),
    "after": Function("after", ("s", "you", "card", "space"), stmts("return True")),
}


def listing(*offers, probes=None):
    """The lines between the first and the last of the function of table 7, and what is decided."""
    bodies = {label: stmts(body) for label, body in (probes or {}).items()}
    made = Availability(FUNCTIONS, lambda label: bodies.get(label, ()), lambda value, name: name)
    found = made.function(7, offers)
    head, first, *lines, last = source.function(found)
    assert (first.strip(), last.strip()) == ("found = []", "return found")
    return head, "\n".join(line[4:] for line in lines), made.decided


def body(*offers, probes=None):
    return listing(*offers, probes=probes)[1]


def test_offer_of_the_rules():
    head, lines, decided = listing(Offer(1, {}))
    assert head == "def offered_7(s, you, here):"
    assert lines == "if True:\n    card = -1\n    found.append((7, 0, card))"
    assert decided == set()


def test_limit_and_zone():
    assert body(Offer(1, {}), Offer(1, {}, limit=40, copies=1)).endswith(
        "if 1 in here and not n[40 + you]:\n    card = here[1][0]\n    found.append((7, 1, card))"
    )


def test_own_test_of_a_card_takes_the_first_copy_that_passes():
    assert body(Offer(1, {}, test="open", copies=1)) == (
        "if 0 in here:\n    for card in here[0]:\n        if open(s, you, card):\n"
        "            found.append((7, 0, card))\n            break"
    )
    assert body(Offer(1, {}, test="open")) == (
        "if True:\n    card = -1\n    if open(s, you, card):\n        found.append((7, 0, card))"
    )


def test_of_several_copies_the_first_that_passes_all_tests_is_enough():
    assert body(Offer(1, {}, copies=2), probes={1: "return 2"}) == (
        "if 0 in here:\n    for card in here[0]:\n        found.append((7, 0, card))\n        break"
    )


def test_of_several_copies_those_that_differ_are_looked_at_where_the_tests_do_not_decide():
    assert body(Offer(1, {}, copies=2)) == (
        "if 0 in here:\n    for card in DISTINCT(s, here[0]):\n        found.append((7, 0, card))"
    )


def test_test_of_what_happened():
    head, lines, _ = listing(Offer(1, {}, test="after"))
    assert head == "def offered_7(s, you, here, *args):"
    assert "after(s, you, card, *args)" in lines


def test_costs():
    assert body(Offer(1, {(20, 21): 3, (30, 35): 2, "food": 1})).splitlines()[0] == (
        "if n[20 + you] >= 3 and n[CELLS[you]] >= 2 and AFFORDABLE(s, you, NEEDS):"
    )


def test_cost_of_many_is_asked_once():
    cheap, dear = Offer(1, {}), Offer(1, {(20, 21): 3})
    assert body(cheap, dear, dear, dear, cheap) == (
        "t0 = n[20 + you] >= 3\n"
        "if True:\n    card = -1\n    found.append((7, 0, card))\n"
        "if t0:\n"
        "    if True:\n        card = -1\n        found.append((7, 1, card))\n"
        "    if True:\n        card = -1\n        found.append((7, 2, card))\n"
        "    if True:\n        card = -1\n        found.append((7, 3, card))\n"
        "if True:\n    card = -1\n    found.append((7, 4, card))"
    )
    assert "t0" not in body(dear, dear)


def test_what_the_probe_begins_with_is_asked_at_once():
    probe = "c1 = n[20 + f[1]] - 2\nif c1 < f[2]: return 0\nif n[30] < 1: return 0\nreturn probe_3(s, f)"
    _, lines, decided = listing(Offer(1, {}), probes={1: probe})
    assert lines.splitlines()[2:] == [
        "    c1 = n[20 + you] - 2",
        "    if not c1 < card:",
        "        if not n[30] < 1:",
        "            found.append((7, 0, card))",
    ]
    assert decided == set()


def test_probe_that_is_nothing_else_decides():
    assert listing(Offer(1, {}), probes={1: "if n[30] < 1: return 0\nreturn 2"})[2] == {(7, 0)}
    assert listing(Offer(1, {}), probes={1: "if n[30] < 1: return 1\nreturn 2"})[2] == set()
    assert listing(Offer(1, {}), probes={1: "if n[f[3]] < 1: return 0\nreturn 2"})[2] == set()
    assert listing(Offer(1, {}), probes={1: "s = AFTER_MOVING(s, f[2], 6)\nreturn 2"})[2] == set()
    assert listing(Offer(1, {}), probes={1: "if probe_2(s, f) == 2: return 0\nreturn 2"})[2] == set()


def test_cost_is_not_asked_again():
    probe = "if n[20 + f[1]] < 3: return 0\nif n[20 + f[1]] < 4: return 0\nreturn 2"
    lines = body(Offer(1, {(20, 21): 3}), probes={1: probe})
    assert "< 3" not in lines and "not n[20 + you] < 4" in lines
