"""The study of the claim: imitated people, and how often two models foresee their keys."""

from __future__ import annotations

import pytest

from ai.lab.errors import BadArguments
from ai.lab.jobs import Jobs
from ai.lab.numbers.study import arena, foreseen, imitated, report
from ai.lab.rooms import ArenaQuestion, unseen
from games.streams import Stream


def question(agents: list[str], people: int = 3, **given: str) -> ArenaQuestion:
    return ArenaQuestion(agents, people, 1, {"study": "claim", **given}, Jobs(), unseen)


def test_the_same_person_presses_the_same_keys() -> None:
    keys = imitated(4, 1, 30)
    assert keys == imitated(4, 1, 30)
    assert keys != imitated(5, 1, 30)
    assert set(keys) == {0, 1, 2, 3}


def test_the_pair_counter_foresees_what_always_comes() -> None:
    right = foreseen("seed", [3] * 20, Stream.named(1, "unused"))
    assert right[4:].all()
    assert not right[0]


def test_a_row_has_the_stretches_that_were_played() -> None:
    found = arena(question(["seed", "uniform"], keys="20"))
    seed, blind = found["rows"]
    assert (seed["agent"], blind["agent"], seed["people"]) == ("seed", "uniform", 3)
    assert [name for name in seed if name.startswith("keys ")] == ["keys 1 to 10", "keys 11 to 20"]
    assert seed["share"] == pytest.approx((seed["keys 1 to 10"] + seed["keys 11 to 20"]) / 2)
    assert "seed     foresees" in report(found)


@pytest.mark.parametrize("agents", [[], ["mind"]])
def test_other_agents_are_refused(agents: list[str]) -> None:
    with pytest.raises(BadArguments, match="seed,uniform"):
        arena(question(agents))
