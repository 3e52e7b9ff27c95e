"""Minds as plain values: what is one, and what only looks like one."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from games.mind import (
    Bars,
    Bell,
    ContextNode,
    ContextTree,
    Field,
    Fork,
    Gauge,
    HeatMap,
    Holdings,
    Ladder,
    Lines,
    Meter,
    Mind,
    MindItem,
    Note,
    Ribbon,
    Route,
    Series,
    TrialNode,
    TrialTree,
    Way,
    check_mind,
    mind_from_plain,
    mind_to_plain,
)

WHOLE: Mind = (
    Note("A sentence."),
    Bars("Moves", ("a", "b"), (0.25, 0.75), chosen=1, low=(0.0, 0.5), high=(1, 1), forecast_of=0),
    HeatMap("Table", ("a",), ("b", "c"), ((0.0, 1.0),), outlined=0),
    Lines("Lines", (("a", 1.5), ("b", -2)), words=("", "two")),
    Series("Doubt", (1.0, 2.0), "bits", seat=1),
    Ribbon("Ideas", ("a", "b"), ((0.5, 0.5), (0.1, 0.2))),
    Gauge("Steps", ("a", "b"), (0.5, 0.5), 1, "It follows you."),
    Holdings(
        "Hand", ("a", "b"), ((0.5, 0.5), (0.0, 1.0)), (0, 1), ((0.6, 0.4), (0.0, 1.0)), (1, 1)
    ),
    Meter("Stake", 0.5, 0.0, 1.0, 0.25),
    Bell("Crowd", (0.0, 1.0, 0.5), 0.0, 1.0, 0.25, (("a", 0.5),), "You.", "you", seat=0),
    Field("Belief", (("a", 0.5), ("b", 0.5))),
    Route("Raider", ("1,2", "2,2"), "To the dot at (2, 2).", seat=0),
    ContextTree("Contexts", (ContextNode("", 0, 1.0, 0.5, True),)),
    TrialTree("Trials", (TrialNode(0, -1, 2, 1, True), TrialNode(1, 0, 1, 1, False, 3)), 1),
    Ladder("Bids", (Fork(1, "you", (Way("pass", 0.25), Way("8", 0.5, 1, "8")), 1, 0),), "How."),
)

WRONG = (object(), float("nan"), 10**400, (object(),), ((1, "a", None),))


def test_every_kind_of_item_is_one_and_comes_back_from_plain_data() -> None:
    check_mind(WHOLE)
    check_mind(())
    assert {type(item) for item in WHOLE} == set(MindItem.__args__)  # type: ignore[attr-defined]
    assert mind_from_plain(mind_to_plain(WHOLE)) == WHOLE


@pytest.mark.parametrize("mind", [5, "text", None, Note("alone"), ("text",), (None,), {"a": 1}])
def test_what_is_no_mind_is_refused(mind: Any) -> None:
    with pytest.raises(ValueError, match="mind"):
        check_mind(mind)


@pytest.mark.parametrize("item", WHOLE, ids=lambda item: type(item).__name__)
@pytest.mark.parametrize(
    "wrong", [object(), float("nan"), 10**400, (object(),), ((1, "a", None),)], ids=range(5)
)
def test_no_field_may_hold_what_it_should_not(item: MindItem, wrong: Any) -> None:
    tried = 0
    for field in dataclasses.fields(item):
        broken: Any = dataclasses.replace(item, **{field.name: wrong})
        with pytest.raises(ValueError, match=f"no proper {field.name}"):
            check_mind((broken,))
        tried += 1
    assert tried >= 1


def test_a_node_of_a_tree_is_looked_into() -> None:
    node = ContextNode("", 0, float("inf"), 0.5, True)
    with pytest.raises(ValueError, match="no proper nodes"):
        check_mind((ContextTree("Contexts", (node,)),))
    with pytest.raises(ValueError, match="no proper nodes"):
        check_mind((ContextTree("Contexts", (("", 0, 0.5, 0.5, True),)),))  # type: ignore[arg-type]
