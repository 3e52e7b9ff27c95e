"""The judge of the maze: what it knows, equal answers, and a match of every game judged."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

from ai.tracker.judge import Judge
from games import catalog
from games.agents import Judged
from games.arrays import BadWeights
from games.core import WATCHERS, Limit
from games.judging import Found, asked_in, judge_in_order
from games.match import Match, seen_by
from games.mind import Field
from games.moments import Moments
from games.streams import Stream
from games.tracker import SPEC
from games.tracker.rules import GAME

PLAYED = {
    "seek": ("blinker", "explorer", "drifter"),
    "hide": ("lamplighter", "drifter"),
    "hunt": ("pointers", "strays", "random"),
    "watch": ("random",),
}


def maze_match(play: str, agents: Sequence[str] = (), seed: int = 5, **options: Any) -> Match[Any]:
    params = SPEC.params({"play": play, "maze": "loops-small", "steps": 60, **options})
    names = enumerate(agents or PLAYED[play])
    players = {n: catalog.agent("tracker", name).make({}, None) for n, name in names}
    match: Match[Any] = Match(GAME, params, seed, players)
    match.run(Limit(nodes=1))
    return match


def judged(match: Match[Any], most: int | None = None) -> list[Found]:
    moments = Moments(GAME, match.params)
    moments.follow(match.turns)
    words = catalog.choice_words("tracker", match.params)
    asked = asked_in(moments, words.chapters(moments), words)
    return list(judge_in_order(moments, list(asked)[:most], match.params, words, Judge))


@pytest.mark.parametrize("play", list(PLAYED))
def test_a_match_is_judged_alike_twice_and_every_choice_adds_up(play: str) -> None:
    match = maze_match(play)
    found = judged(match)
    assert found
    assert [each.judged for each in found[:9]] == [each.judged for each in judged(match, 9)]
    for each in found:
        one = each.judged
        values = {row.move: row.value for row in one.actions}
        assert one.after == pytest.approx(one.before - one.lost)
        assert one.lost == pytest.approx(values[one.best] - values[one.move])
        assert set(values) >= {one.best, one.move}
        assert bool(one.why) == (one.best != one.move) or play == "seek"
        (field,) = one.mind
        assert isinstance(field, Field)
    costly = [each for each in found if each.costly]
    assert all(each.judged.why for each in costly)


def test_what_a_seat_could_not_know_changes_no_judgement_of_its_choice() -> None:
    """The ghost of a hunt, and of a round of seek, may stand anywhere: nothing changes."""
    for play, seat in (("seek", 0), ("hunt", 0), ("hunt", 1)):
        match = maze_match(play)
        moments = Moments(GAME, match.params)
        moments.follow(match.turns)
        rng = Stream.named(1, "other ghosts")
        for choice in moments.choices({seat})[:12]:
            judge = heard(match, moments, choice.turn)
            here = judge.judge(choice.state, seat, choice.move, 3)
            other = GAME.imagine(GAME.view(choice.state, seat), seat, rng)
            assert judge.judge(other, seat, choice.move, 3) == here


def heard(
    match: Match[Any], moments: Moments[Any], turn: int, seats: tuple[int, ...] = ()
) -> Judge:
    judge = Judge()
    judge.begin(seats, GAME, match.params, Stream.named(0, "judge"))
    for moment in moments[1 : turn + 1]:
        judge.observe(seen_by(moment.events, (WATCHERS,)))
    return judge


@pytest.mark.parametrize(("play", "seat"), [("seek", 0), ("hide", 0), ("hunt", 1), ("hunt", 2)])
def test_a_hint_is_the_best_choice_by_the_view_alone(play: str, seat: int) -> None:
    match = maze_match(play)
    moments = Moments(GAME, match.params)
    moments.follow(match.turns)
    for choice in moments.choices({seat})[:6]:
        judge = heard(match, moments, choice.turn, (seat,))
        view = GAME.view(choice.state, seat)
        advice = judge.hint(view, 8)
        found: Judged = judge.judge(choice.state, seat, choice.move, 8)
        assert advice.actions[0].move == found.best
        assert advice.measure == found.measure
        assert advice.actions == found.actions
        best = advice.actions[0]
        assert advice.sentence.lower().startswith(best.words)
        told = f"{abs(best.value):.1f}" if play != "seek" else f"about {abs(best.value):.0f} move"
        assert told in advice.sentence
        assert best.move in GAME.legal(choice.state, seat)


def test_values_of_seek_come_true_on_average() -> None:
    """Of 40 marks the ghost is as far away as was expected, within three standard errors."""
    off = []
    for seed in range(4):
        match = maze_match("seek", ("hound", "explorer", "hound"), seed)
        moments = Moments(GAME, match.params)
        moments.follow(match.turns)
        for each in judged(match):
            choice = each.asked.choice
            if choice.seat == 0:
                after = moments[choice.turn + 1].state.missed[0]
                expected = -next(
                    row.value for row in each.judged.actions if row.move == choice.move
                )
                off.append(after - choice.state.missed[0] - expected)
    assert len(off) == 40
    assert abs(np.mean(off)) < 3 * np.std(off) / np.sqrt(len(off))


@pytest.mark.parametrize("play", PLAYED)
def test_a_maze_larger_than_any_of_the_options_is_not_judged(play: str) -> None:
    """Values of all marks of a stranger's long match in 119,000 cells took all memory."""
    for side, fits in ((36, True), (37, False)):
        wall, row = "#" * side, f"#{' ' * (side - 2)}#"
        layout = "\n".join([wall, *[row] * (side - 2), wall, ""])
        with nullcontext() if fits else pytest.raises(BadWeights, match="not judged"):
            Judge().begin(
                (), GAME, SPEC.params({"play": play, "layout": layout}), Stream.named(0, "judge")
            )
