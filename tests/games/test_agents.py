"""What the arcade says of an agent: its options, and what they make of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.agents import WIN_CHANCE, AgentSpec, Judged, Measure, Measured, Variant
from games.ra.asks import LADDER_CAME, BidWay, ExpectedBid, ladder_of
from games.spec import BadOption, Option

DEPTH = Option("depth", "Depth", "int", 2, low=1, high=3)
SIGNS = {1: "", 2: "wins half", 3: "wins all"}


def words(options: Mapping[str, Any]) -> Variant:
    depth = options["depth"]
    return Variant(f"Searcher {depth}", f"Sees {depth}.", SIGNS[depth], depth > 2)


def spec(**more: Any) -> AgentSpec:
    return AgentSpec(
        "searcher",
        "Searcher",
        "Sees ahead.",
        lambda options, start: (dict(options), start),  # type: ignore[arg-type, return-value]
        options=(DEPTH,),
        **more,
    )


def test_an_agent_with_options_is_made_with_them_and_says_what_they_make_of_it() -> None:
    deep = spec(variant=words).with_options({"depth": "3", "other": 1})
    assert (deep.name, deep.description, deep.strength, deep.heavy) == (
        *("Searcher 3", "Sees 3.", "wins all", True),
    )
    assert deep.defaults == {"depth": 3}
    assert deep.make({}, "known") == ({"depth": 3}, "known")
    assert deep.make({"depth": 1}, None) == ({"depth": 1}, None)
    again = deep.with_options({"depth": 1})
    assert (again.name, again.make({}, None)) == ("Searcher 1", ({"depth": 1}, None))
    assert spec(variant=words).with_options({}).name == "Searcher 2"


def test_an_agent_whose_options_change_no_words_keeps_them() -> None:
    plain = spec(strength="wins")
    assert plain.with_options({}) is plain
    assert plain.with_options({"depth": 2}) is plain
    deep = plain.with_options({"depth": 3})
    assert (deep.name, deep.strength, deep.make({}, None)) == (
        *("Searcher", "wins", ({"depth": 3}, None)),
    )


def test_options_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadOption):
        spec(variant=words).with_options({"depth": 4})


def test_the_measured_are_those_whose_strength_is_known() -> None:
    assert [found.name for found in spec(variant=words).measured()] == ["Searcher 2", "Searcher 3"]
    assert list(spec().measured()) == []
    assert [found.strength for found in spec(strength="wins").measured()] == ["wins"]


@pytest.mark.parametrize(
    ("option", "values"),
    [
        (DEPTH, (1, 2, 3)),
        (Option("on", "On", "bool", True), (False, True)),
        (Option("v", "V", "choice", "a", choices=("a", "b")), ("a", "b")),
        (Option("x", "X", "float", 0.5, low=0.0, high=1.0), (0.5,)),
        (Option("n", "N", "int", 7), (7,)),
    ],
)
def test_the_values_of_an_option_are_counted_where_they_can_be(
    option: Option, values: tuple[Any, ...]
) -> None:
    assert option.values() == values
    assert [option.parse(value) for value in option.values()] == list(values)


def test_what_is_measured_of_an_agent_is_looked_up_by_its_id() -> None:
    made = Measured({"a": "Wins."}.__getitem__, {"a": 0.5}.__getitem__)
    spec = made("a", "A", "Does it.", object, 2, "first", "Here I am.", heavy=True)  # type: ignore[arg-type]
    assert (spec.strength, spec.measure, spec.level, spec.heavy) == ("Wins.", 0.5, 2, True)
    assert (spec.rank, spec.line) == ("first", "Here I am.")
    assert spec.make({}, None) is not spec.make({}, None)
    with pytest.raises(KeyError):
        made("b", "B", "Does it.", object, 2, "first", "Here I am.")  # type: ignore[arg-type]


RUNGS = (
    ExpectedBid(1, 0, (BidWay(0, 9, 0, 0.2), BidWay(10, 10, 1, 0.15))),
    ExpectedBid(2, 0),
    ExpectedBid(0, 9, (BidWay(0, 0, -1, 0.5), BidWay(9, 9, 0, 0.6))),
)


def test_each_bidder_has_a_rung_with_every_bid_and_where_it_leads() -> None:
    told = ladder_of("Bids", RUNGS, ("You", "Farmer", "Scribe"))
    assert [(fork.seat, fork.name, fork.chosen, fork.truth) for fork in told.forks] == [
        (1, "Farmer", 0, -1),
        (0, "You", 1, -1),
    ]
    assert [(way.word, way.goal, way.end) for fork in told.forks for way in fork.ways] == [
        ("pass", 0, "9"),
        ("10", 1, "10"),
        ("pass", -1, "none"),
        ("9", 0, "9"),
    ]
    assert LADDER_CAME not in told.help


def test_what_was_done_is_the_truth() -> None:
    told = ladder_of("Bids", RUNGS, ("You", "Farmer", "Scribe"), {1: 10, 0: 0})
    assert [fork.truth for fork in told.forks] == [1, 0]
    assert LADDER_CAME in told.help


def test_the_values_of_a_choice_are_those_of_any_seat_that_has_them() -> None:
    duel = Judged(1, "a", WIN_CHANCE, 0.7, 0.6, "b", 0.1)
    assert duel.values(1) == (0.7, 0.6)
    assert duel.values(0) == pytest.approx((0.3, 0.4)), "what one has the other has not"
    table = duel._replace(others={0: (0.2, 0.3)})
    assert table.values(0) == (0.2, 0.3)
    alone = duel._replace(measure=Measure("time", "seconds", (1.0, 2.0, 3.0, 4.0)))
    assert alone.values(0) is None
