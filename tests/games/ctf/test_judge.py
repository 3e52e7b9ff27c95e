"""Which moves of a bot are choices, and hints from what its team can know."""

from __future__ import annotations

import pytest

from games.ctf.bot_moments import BotMoments
from games.ctf.judge import WORDS, FlagHints, cell_before
from games.ctf.maze import MOVES, STAY
from games.ctf.rules.game import GAME
from games.ctf.rules.state import UNKNOWN, State
from games.moments import Moments, MoveChosen
from games.shell.counsel import ALL, SENTENCE
from tests.games.ctf.played import params_of, turns_of


@pytest.fixture(scope="module")
def moments() -> Moments[State]:
    found = Moments(GAME, params_of())
    found.follow(turns_of(200))
    return found


def straight(moments: Moments[State]) -> MoveChosen[State]:
    """A move straight on in a corridor, where no enemy was in sight."""
    return next(
        choice
        for choice in moments.choices()
        if not WORDS.decides(moments, choice) and cell_before(moments, choice) != UNKNOWN
    )


def test_going_on_in_a_corridor_is_no_choice_but_turning_back_and_stopping_are(
    moments: Moments[State],
) -> None:
    turn, state, seat, move = choice = straight(moments)
    here, before = state.bots[seat], cell_before(moments, choice)
    ways = state.field.ways[here]
    assert sum(to >= 0 for to in ways[:STAY]) == 2
    assert ways[MOVES.index(move)] not in (before, here)
    for other in (MOVES[ways.index(before)], MOVES[STAY]):
        changed = Moments(GAME, params_of())
        changed.follow([*moments.turns[:turn], ((seat, other),)])
        assert WORDS.decides(changed, changed.choices()[-1])


def test_forks_and_moves_in_sight_of_an_enemy_are_choices(moments: Moments[State]) -> None:
    forks = seen = 0
    for choice in moments.choices():
        ways = choice.state.field.ways[choice.state.bots[choice.seat]]
        fork = sum(to >= 0 for to in ways[:STAY]) > 2
        close = any(reading.kind == "seen" for reading in choice.state.readings)
        forks, seen = forks + fork, seen + close
        assert WORDS.decides(moments, choice) or not (fork or close)
    assert min(forks, seen) > 10


def test_the_cell_before_is_the_one_a_round_ago(moments: Moments[State]) -> None:
    tape = BotMoments(params_of())
    tape.follow(moments.turns)
    for choice in moments.choices():
        ago = choice.state.moves - 4
        known = tape[ago].state.bots[choice.seat] if ago >= 0 else UNKNOWN
        assert cell_before(moments, choice) == known


def test_the_course_ends_with_the_lead_of_each_seat() -> None:
    assert WORDS.ended((5.0, 2.0, 5.0, 2.0)) == (3.0, -3.0, 3.0, -3.0)
    assert WORDS.start(4) == ()


def test_a_hint_opens_in_a_sentence_and_then_whole() -> None:
    tape = BotMoments(params_of())
    tape.follow(turns_of(41))
    hints = FlagHints(tape, params_of())
    assert (hints.words, hints.best, hints.mind) == ((), "", ())
    hints.hint(40)
    hints.wait()
    assert (hints.showing, hints.mind) == (SENTENCE, ())
    full, short = hints.words
    assert short == f"Hint: {hints.best}."
    assert full.startswith(f"Hint: {hints.best}. It ")
    hints.hint(40)
    assert hints.showing == ALL
    rows = hints.mind[1].rows  # type: ignore[union-attr]
    assert rows[0][0] == hints.best
    assert len(rows) == len(GAME.legal(tape[40].state, 0))
    hints.hint(40)
    assert (hints.words, hints.best, hints.asked) == ((), "", 1)


def test_in_a_maze_that_is_not_judged_a_hint_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.ctf.judge.MOST_CELLS", 10)
    tape = BotMoments(params_of())
    tape.follow(turns_of(5))
    hints = FlagHints(tape, params_of())
    for _ in range(2):
        hints.hint(4)
        hints.wait()
        assert hints.words == ("Mazes of more than 10 cells are not judged.",)
        assert (hints.best, hints.mind) == ("", ())


def test_a_hint_late_in_a_match_is_what_a_judge_of_the_whole_match_says() -> None:
    """It hears the match on from the last hint."""
    tape = BotMoments(params_of())
    tape.follow(turns_of(81))
    steady, late = (FlagHints(tape, params_of()) for _ in range(2))
    for hints, moments in ((steady, (40, 80)), (late, (80,))):
        for moment in moments:
            hints.hint(moment)
            hints.wait()
            found = hints.answer
            hints.forget()
        assert found is not None
    assert steady.answer == late.answer
