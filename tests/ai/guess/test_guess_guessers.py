"""The agents at a table."""

from __future__ import annotations

from games import catalog
from games.core import Limit
from games.guess import EXPECTED_TARGET, NAMED
from games.match import Match
from games.mind import Bars


def played(names: dict[int, str], **options: object) -> Match[object]:
    made = {seat: catalog.agent("guess", name).make({}, None) for seat, name in names.items()}
    params = catalog.spec("guess").params({"rounds": 5, **options})
    match: Match[object] = Match(catalog.rules("guess"), params, 5, made)
    match.run(Limit())
    return match


def test_rules_guess_by_the_last_mean_of_all() -> None:
    match = played({0: "level1", 1: "level2"}, size=2)
    rounds = [dict(turn) for turn in match.turns[6:]]
    assert rounds[0] == {0: "33", 1: "22"}
    assert rounds[1] == {0: "18", 1: "12"}


def test_mind_beats_a_newcomer() -> None:
    match = played({0: "level0", 1: "mind"}, crowd="followers")
    scores = match.game.returns(match.state)
    assert scores[1] > scores[0]


def test_mind_learns_from_the_others_alone() -> None:
    match = played({0: "level1", 1: "mind"}, size=2)
    reader = match.players[1].reader  # type: ignore[attr-defined]
    assert reader.rounds == 5
    assert reader.forecast().shares[1] > 0.5


def test_only_a_rule_that_expects_a_target_says_so() -> None:
    titles = []
    for name in ("level0", "level1", "repeat"):
        match = played({0: name, 1: "mind"}, size=2)
        mind = match.players[0].act(0, None, (), Limit(mind=True)).mind or ()
        titles += [item.title for item in mind if isinstance(item, Bars)]
    assert titles == [NAMED, EXPECTED_TARGET, EXPECTED_TARGET]
