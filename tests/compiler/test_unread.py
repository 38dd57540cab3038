"""Looks find out no more than they must, and say the same."""

from __future__ import annotations

from rulewright.compiler.unread import lean


def test_what_leads_to_the_same_answer_is_not_asked() -> None:
    look = ["    f[4] = list(SEATS)", "    if not f[4]:", "        return 2", "    f[5] = f[4][0]", "    return 2"]
    assert lean({"look_1": look}, []) == {"look_1": ["    return 2"]}


def test_what_leads_to_another_answer_stays() -> None:
    look = ["    f[4] = list(ORDER(s, SEATS))", "    if 0 >= len(f[4]):", "        return 0", "    return 2"]
    assert lean({"look_1": look}, []) == {"look_1": look}


def test_a_slot_stays_that_is_read_where_the_look_goes_on() -> None:
    looks = {
        "look_1": ["    f[4] = here(s)", "    f[5] = 2", "    f[6] = 1", "    return LOOK_ANY(s, f, 7, [1], look_2)"],
        "look_2": ["    if f[4] < 1:", "        return 0", "    return look_3(s, f)"],
        "look_3": ["    return LOOK_PAID(s, [PAY, f[5]], f, look_4)"],
        "look_4": ["    r = look_5(s, [0, 1])", "    if r != 2: return r", "    return 2"],
        "look_5": ["    if f[6]:", "        return 1", "    return 2"],
    }
    found = lean(looks, [])
    assert found["look_1"] == [line for line in looks["look_1"] if "f[6]" not in line]  # look_5 has a frame of its own
    assert found["look_4"] == ["    return look_5(s, [0, 1])"]
    assert lean(looks, [["    return SLOT(s, DUR_act, you, 6)"]])["look_1"] == looks["look_1"]


def test_where_nothing_is_left_of_a_branch_it_stays_one() -> None:
    look = ["    if open(s):", "        f[4] = here(s)", "    else:", "        return 0", "    return 2"]
    assert lean({"look_1": look}, [])["look_1"][1] == "        pass"
