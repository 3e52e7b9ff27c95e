"""The end of a match: ships and growth as curves, and the turn that decided."""

from __future__ import annotations

from games.mind import Series
from games.planetwars.engine.state import State, begun
from games.planetwars.engine.turns import apply
from games.planetwars.report import report_of, turning_point
from games.shell.hooks import Report

NAMES = ("You", "Rage")


def course(turns: int) -> list[State]:
    """Return a match in which seat 0 takes a neutral planet in turn 3 and then the enemy's."""
    state = begun([(0.0, 0.0), (3.0, 0.0), (9.0, 0.0)], [1, 0, 2], [100, 10, 20], [5, 5, 5])
    found = [state]
    for _ in range(turns):
        orders = [(0, 1, 40)] if state.turn == 0 else [(0, 2, 60)] if state.turn == 1 else []
        state = apply(state, orders, ())
        found.append(state)
        if state.winner is not None:
            break
    return found


def test_both_seats_have_their_curves() -> None:
    states = course(12)
    states[-1] = states[-1]._replace(winner=0)
    report = report_of(Report("You won."), states, 0, NAMES)
    most, fewest = states[-1].total(1), states[-1].total(2)
    assert report.headline == f"You won, {most} ships to {fewest}."
    ships, growth = report.items
    assert isinstance(ships, Series)
    assert isinstance(growth, Series)
    assert ships.values == tuple(float(state.total(1)) for state in states)
    assert ships.others == ((1, tuple(float(state.total(2)) for state in states)),)
    other = report_of(Report("You lost."), states, 1, NAMES)
    assert isinstance(other.items[1], Series)
    assert other.items[1].values == tuple(float(state.growth(2)) for state in states)


def test_before_the_end_the_ships_tell_how_a_match_stands() -> None:
    begin = course(1)
    level = report_of(Report("All are level.", ("1. You: 0", "1. Rage: 0")), begin, 0, NAMES)
    assert [state.total(1) for state in begin] == [100, 105]
    assert level.headline == "105 ships to 25."
    assert level.lines == ("You: 105 ships", "Rage: 25 ships")
    same = [begin[0], begin[1]._replace(ships=(65, 10, 105))]
    assert report_of(Report("All are level."), same, 0, NAMES).headline == "105 ships each."


def test_the_turn_from_which_the_winner_made_more_is_told() -> None:
    states = course(8)
    decided = [*states[:-1], states[-1]._replace(winner=0)]
    assert turning_point(decided) == "From turn 3 on the winner made more ships each turn."
    assert turning_point([*states[:-1], states[-1]._replace(winner="draw")]) == ""
    late = [states[0], states[1], states[2]._replace(winner=0)]
    assert turning_point(late) == "More ships decided at the end, not more planets."


def test_a_match_without_a_turn_has_the_usual_report() -> None:
    assert report_of(Report("It was left."), course(0), 0, NAMES) == Report("It was left.")
