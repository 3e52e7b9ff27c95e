"""Virtual Karate against the tables of its sources."""

from __future__ import annotations

import itertools

import pytest

from games import catalog
from games.core import IllegalMove
from games.karate.rules import GAME, MOVES, POINTS, State, gain_matrix, need_dojo, result
from games.match import Match
from games.spec import BadOption

SPEC = catalog.spec("karate")


def test_every_pair_scores_as_the_original_does() -> None:
    # (player, opponent): points of both, read off the original's description move by move.
    hits = {("punch", "punch"): (10, 10), ("kick", "kick"): (10, 10)}
    hits |= {("punch", "kick"): (0, 10), ("punch", "parry-kick"): (10, 0)}
    hits |= {("kick", "parry-punch"): (10, 0)}
    hits |= {("parry-punch", "punch"): (5, 0), ("parry-kick", "kick"): (5, 0)}
    start, seen = GAME.new(SPEC.params()), 0
    for player, opponent in itertools.product(MOVES, repeat=2):
        expected = hits.get((player, opponent))
        if expected is None:
            expected = hits.get((opponent, player), (0, 0))[::-1]
        state, events = GAME.apply(start, {0: player, 1: opponent})
        assert GAME.returns(state) == expected
        assert events[0].data["points"] == expected
        assert events[0].data["moves"] == (player, opponent)
        assert events[0].audience is None
        seen += 1
    assert seen == 16


def test_results_are_named() -> None:
    state = GAME.new(SPEC.params())
    _, events = GAME.apply(state, {0: "parry-kick", 1: "kick"})
    assert events[0].data["results"] == ("parry", "miss")
    _, events = GAME.apply(state, {0: "punch", 1: "kick"})
    assert events[0].data["results"] == ("miss", "hit")
    assert result("parry-punch", 10) == "parry"


def test_gains_are_antisymmetric() -> None:
    for table in POINTS:
        gains = gain_matrix(table)
        assert all(gains[a][b] == -gains[b][a] for a in range(4) for b in range(4))
    assert gain_matrix("classic")[0] == (0.0, -10.0, -5.0, 10.0)


def test_classic_has_the_published_equilibrium_and_a_dominated_move() -> None:
    gains = gain_matrix("classic")
    mix = (0.2, 0.4, 0.0, 0.4)
    against = [sum(p * gains[a][b] for a, p in enumerate(mix)) for b in range(4)]
    assert against == pytest.approx([0, 0, 3, 0])
    better = [0.4 * gains[0][other] + 0.6 * gains[1][other] for other in range(4)]
    assert all(mixed > pure for mixed, pure in zip(better, gains[2], strict=True))


def test_balanced_leaves_every_move_equal() -> None:
    gains = gain_matrix("balanced")
    for mix in ((0.25,) * 4, (0.1, 0.1, 0.4, 0.4), (0.5, 0.5, 0, 0)):
        assert [sum(p * gains[a][b] for a, p in enumerate(mix)) for b in range(4)] == [0] * 4


def test_a_match_ends_after_its_rounds_and_an_endless_one_after_2000() -> None:
    played = 0
    for rounds in (10, 25, 50):
        match: Match[State] = Match(GAME, SPEC.params({"rounds": rounds}), 1)
        while not match.over:
            match.play({0: "punch", 1: "parry-kick"})
            played += 1
        assert match.returns == (10.0 * rounds, 0.0)
        with pytest.raises(IllegalMove, match="over"):
            GAME.apply(match.state, {0: "punch", 1: "kick"})
    assert played == 85
    match = Match(GAME, SPEC.params({"rounds": 0}), 1)
    for _ in range(1999):
        match.play({0: "kick", 1: "kick"})
    assert not match.over
    match.play({0: "kick", 1: "kick"})
    assert match.over
    assert GAME.params_for_resume(match.params, 5000)["rounds"] == 5000
    assert GAME.params_for_resume(match.params, 2000) == match.params
    assert match.state == State("classic", 0, 2000, 20000, 20000)


def test_rock_paper_scissors_pays_one_for_what_beats_the_other() -> None:
    beats = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
    start = GAME.new(SPEC.params({"table": "rps"}))
    moves = GAME.legal(start, 0)
    assert tuple(moves) == ("rock", "paper", "scissors")
    for own, other in itertools.product(moves, repeat=2):
        state, events = GAME.apply(start, {0: own, 1: other})
        points = (int((own, other) in beats), int((other, own) in beats))
        assert GAME.returns(state) == points
        assert events[0].data["results"] == tuple("hit" if won else "miss" for won in points)
    assert gain_matrix("rps") == ((0, -1, 1), (1, 0, -1), (-1, 1, 0))
    with pytest.raises(IllegalMove, match="'punch' is not a move; choose one of rock, paper"):
        GAME.apply(start, {0: "punch", 1: "rock"})


def test_rock_paper_scissors_is_offered_by_no_page_and_shown_in_no_dojo() -> None:
    table = next(option for option in SPEC.options if option.name == "table")
    assert table.choices == tuple(POINTS)
    assert (table.parse("rps"), table.parse("balanced")) == ("rps", "balanced")
    with pytest.raises(BadOption, match="choose one of classic, balanced"):
        table.parse("lizard")
    need_dojo(SPEC.params())
    with pytest.raises(BadOption, match="a table for programs"):
        need_dojo(SPEC.params({"table": "rps"}))


def test_refusals_say_what_to_do() -> None:
    state = GAME.new(SPEC.params())
    with pytest.raises(IllegalMove, match="choose one of punch, kick"):
        GAME.apply(state, {0: "bite", 1: "kick"})
    with pytest.raises(IllegalMove, match=rf"^'{20 * 'b'}' is not a move"):
        GAME.apply(state, {0: 30 * "b", 1: "kick"})
    with pytest.raises(IllegalMove, match="Both fighters"):
        GAME.apply(state, {0: "kick"})
    with pytest.raises(IllegalMove, match="Both fighters"):
        GAME.apply(state, {0: "kick", 2: "kick"})
