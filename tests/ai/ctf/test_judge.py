"""The judge of capture-the-flag: honest in the fog, the same for everybody, and good to follow."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator

import numpy as np
import pytest

from ai.ctf.foresight import Plan
from ai.ctf.judge import LEAD, SAMPLES, BestMoves, Judge, WeighedMove, reason
from ai.ctf.pack import Pack
from ai.ctf.tracking import auto_enemies
from games import catalog
from games.agents import Judged
from games.arrays import BadWeights
from games.core import WATCHERS, Limit
from games.ctf import SPEC
from games.ctf.help_values import JUDGE_PLACES
from games.ctf.maze import MOVES as MAZE_MOVES
from games.ctf.rules.game import GAME
from games.ctf.rules.state import State
from games.judging import asked_in
from games.match import Match, seen_by
from games.moments import Moments
from games.streams import Stream
from tests.games.ctf.played import params_of, turns_of

MOVES = 120


def judge_of(**options: object) -> Judge:
    """A judge at the start of a match of gatherers."""
    judge = Judge()
    judge.begin((), GAME, params_of(**options), Stream(1))
    return judge


def judged(judge: Judge, seed: int = 0, hide: bool = False) -> Iterator[tuple[State, Judged]]:
    """Judge every choice that a review asks about; with `hide` unseen enemies stand elsewhere."""
    params = params_of()
    moments = Moments(GAME, params)
    moments.follow(turns_of(MOVES))
    heard = 0
    words = catalog.choice_words("ctf")
    for asked in asked_in(moments, words.chapters(moments), words):
        turn, state, seat, move = asked.choice
        for moment in moments[heard + 1 : turn + 1]:
            judge.observe(seen_by(moment.events, (WATCHERS,)))
        heard = max(heard, turn)
        yield state, judge.judge(elsewhere(state) if hide else state, seat, move, seed)


@functools.cache
def all_judged() -> tuple[tuple[State, Judged], ...]:
    """Every choice of the match, judged once for all tests here."""
    return tuple(judged(judge_of()))


def elsewhere(state: State) -> State:
    """The same with the enemies that the team to move does not see at the other end."""
    team = state.turn % 2
    seen = {
        enemy: reading.kind == "seen"
        for enemy, reading in zip((1 - team, 3 - team), state.readings, strict=True)
    }
    last = len(state.field.cells) - 1
    bots = tuple(
        last - cell if not seen.get(bot, True) else cell for bot, cell in enumerate(state.bots)
    )
    return dataclasses.replace(state, bots=bots)


def test_unseen_enemies_change_nothing_and_equal_questions_get_equal_answers() -> None:
    found = all_judged()
    assert len(found) > 15
    hidden = list(judged(judge_of(), seed=7, hide=True))
    assert [one for _, one in found] == [one for _, one in hidden]
    assert sum(elsewhere(state) != state for state, _ in found) > 15


def test_a_choice_is_held_against_the_best_of_all_legal_moves() -> None:
    lost = []
    for state, one in all_judged():
        rows = one.actions
        assert {row.move for row in rows} == set(GAME.legal(state, one.seat))
        assert [row.value for row in rows] == sorted((row.value for row in rows), reverse=True)
        assert (one.before, one.best, one.measure) == (rows[0].value, rows[0].move, LEAD)
        assert one.lost == pytest.approx(one.before - one.after)
        assert rows[0].error == 0.0
        assert all(row.error >= 0.0 for row in rows)
        assert one.values((one.seat + 2) % 4) == (one.before, one.after)
        assert one.values((one.seat + 1) % 4) is None, "the other team knows other things"
        assert bool(one.why) == (one.lost >= 0.05)
        lost.append(one.lost)
    assert max(lost) > 0.5


def test_at_the_last_move_a_dot_beside_the_bot_is_worth_a_point_and_nothing_else_is() -> None:
    judge, moments = judge_of(moves=121), Moments(GAME, params_of(moves=121))
    moments.follow(turns_of(121, moves=121))
    _, state, seat, _ = last = moments.choices()[-1]
    for moment in moments[1 : last.turn + 1]:
        judge.observe(seen_by(moment.events, (WATCHERS,)))
    ways = zip(MAZE_MOVES, state.field.ways[state.bots[seat]], strict=True)
    move, cell = next((move, cell) for move, cell in ways if cell >= 0)
    own, theirs = state.food[seat % 2], state.food[1 - seat % 2] | {cell}
    food = (own, theirs) if seat % 2 == 0 else (theirs, own)
    one = judge.judge(dataclasses.replace(state, food=food), seat, "stay")
    lead = state.score[seat % 2] - state.score[1 - seat % 2]
    eats = {row.move: row.value for row in one.actions}
    assert eats.pop(move) == lead + 1
    assert set(eats.values()) == {lead}
    assert (one.best, one.lost, one.error) == (move, 1.0, 0.0)


def test_a_larger_maze_than_any_of_the_options_is_not_judged() -> None:
    """One choice in a stranger's layout took a minute, and its tables all memory."""
    row = "#" + "." * 62 + "#"
    layout = "\n".join(["#" * 64, *[row] * 21, "#" * 64, ""])
    params = SPEC.params({"rules": "pelita", "layout": layout})
    judge, state = Judge(), GAME.new(params)
    judge.begin((), GAME, params, Stream(1))
    for ask in (
        lambda: judge.judge(state, state.turn, "stay"),
        lambda: judge.hint(GAME.view(state, state.turn)),
    ):
        with pytest.raises(BadWeights, match="more than 1,200 cells"):
            ask()


def test_the_help_knows_how_many_places_are_drawn() -> None:
    assert JUDGE_PLACES == SAMPLES


def test_a_hint_is_the_best_move_and_says_why() -> None:
    judge = judge_of()
    moments = Moments(GAME, params_of())
    moments.follow(turns_of(20))
    for moment in moments[1:]:
        judge.observe(seen_by(moment.events, (WATCHERS,)))
    state = moments[-1].state
    advice = judge.hint(GAME.view(state, state.turn))
    told = judge.judge(state, state.turn, "stay")
    assert advice.actions == told.actions
    first, _, rest = advice.sentence.partition(". ")
    assert first.lower() == told.best
    assert rest.startswith("It ")


def weighed(kind: str, lead: float, risk: float, dots: float) -> WeighedMove:
    """A move with a plan to cell 5."""
    goal = 5 if kind in ("dot", "home") else -1
    plan = Plan(kind, 3, goal, prey=0 if kind == "hunt" else -1)
    return WeighedMove("up", plan, lead, np.full(4, lead), 0.0, risk, dots)


@pytest.mark.parametrize(
    ("kind", "best", "other", "told"),
    [
        ("dot", (2.0, 0.0, 1.5), (1.0, 0.0, 0.5), "goes to a dot {} away and eats 1.5 dots, not"),
        ("dot", (2.0, 0.1, 1.0), (1.0, 0.6, 1.0), "and is caught in 10% of cases, not in 60%"),
        (
            "hunt",
            (2.0, 0.0, 0.0),
            (-1.0, 0.0, 0.0),
            "after the triangle and is 2.0 ahead 12",
        ),
        ("step", (0.0, 0.0, 0.0), (-1.0, 0.0, 0.0), "is level 12 rounds later, not 1.0 behind"),
        ("home", (1.0, 0.0, 0.0), (1.0, 0.0, 0.0), "goes home and is 1.0 ahead 12 rounds"),
    ],
)
def test_reasons(kind: str, best: tuple[float, ...], other: tuple[float, ...], told: str) -> None:
    pack = Pack(auto_enemies)
    pack.begin((0, 2), GAME, params_of(), Stream(1))
    found = reason(pack, 2, weighed(kind, *best), weighed("step", *other))
    assert told.format(f"{pack.roads.steps(2)[5]} moves") in found


def test_the_error_is_that_of_the_difference() -> None:
    """Both meet the same places: what they share is no doubt about which is better."""
    plan = Plan("step", 3)
    places = np.array([0.0, 4.0, 8.0, 12.0])
    best = WeighedMove("up", plan, 7.0, places + 1.0, 0.0, 0.0, 0.0)
    own = WeighedMove("down", plan, 6.0, places, 0.0, 0.0, 0.0)
    assert own.error(best) == 0.0
    odd = own._replace(lead=7.5, leads=places + np.array([0.0, 2.0, 0.0, 2.0]))
    assert odd.error(own) == pytest.approx(np.std([0, 2, 0, 2], ddof=1) / 2)


def test_who_always_makes_its_best_move_wins() -> None:
    params = SPEC.params({"maze": "loops-16x8", "map": 5, "moves": 160})
    best, rival = BestMoves(auto_enemies), catalog.agent("ctf", "belief").make({}, None)
    match = Match(GAME, params, 8, {0: best, 1: rival, 2: best, 3: rival})
    match.run(Limit())
    assert match.state.score[0] > match.state.score[1]
