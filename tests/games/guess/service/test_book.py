"""The running state: closed rounds, leaderboard, and the pool of a classic room."""

from __future__ import annotations

import json
import random

import pytest

from games.guess.rules.classic import answer
from games.guess.rules.names import name_key
from games.guess.service.book import REMOVED, Given, Room, RoomRound, standing
from games.guess.service.views import (
    export,
    leaderboard_view,
    own_view,
    players_view,
    ranking_view,
    room_view,
    round_view,
)


def room(names: str = "Ada Bob Cy Dan", mode: str = "rounds") -> Room:
    made = Room(1, "K7PQM", "Class", mode, (2, 3), 0, 100)
    for name in names.split():
        made.join(name)
    return made


def play(made: Room, guesses: dict[int, int]) -> RoomRound:
    """A round in which these players guessed so, closed."""
    played = RoomRound(len(made.rounds) + 1, None, 1.0, None)
    made.rounds.append(played)
    for player, guess in guesses.items():
        played.take(player, Given(guess, 1, 2.5))
    made.close(played)
    return played


def test_the_last_guess_counts_and_the_sum_with_it() -> None:
    played = RoomRound(1, None, 0.0, None)
    for guess in (90, 10, 40):
        played.take(1, Given(guess, 1, 0.0))
    assert (played.total, len(played.guesses)) == (40, 1)


def test_ranks_and_winners_in_order_of_joining() -> None:
    made = room()
    closed = play(made, {3: 30, 1: 20, 2: 20})
    view = round_view(closed)
    assert view["winners"] == [{"name": "Ada", "guess": 20}, {"name": "Bob", "guess": 20}]
    rows = ranking_view(made, closed, 0, 50)["ranking"]
    assert [(r["rank"], r["name"]) for r in rows] == [(1, "Ada"), (1, "Bob"), (3, "Cy")]  # type: ignore[attr-defined]
    assert ranking_view(made, closed, 1, 1)["ranking"] == rows[1:2]  # type: ignore[index]
    assert own_view(closed, 4) is None
    assert own_view(closed, 3) == {"guess": 30, "score": closed.ranking[2].score, "rank": 3}


def test_a_round_without_guesses_has_no_target() -> None:
    made = room()
    view = round_view(play(made, {}))
    assert (view["count"], view["target"], view["winners"]) == (0, None, [])
    assert made.leaderboard() == ()


def test_a_player_who_is_removed_leaves_no_name_and_no_guess_of_an_open_round() -> None:
    made = room()
    closed = play(made, {1: 20, 2: 20, 3: 60})
    before = {**round_view(closed)}
    still_open = RoomRound(2, None, 1.0, None)
    made.rounds.append(still_open)
    for player in (1, 2, 3):
        still_open.take(player, Given(10 * player, 1, 2.5))
    made.remove(1)
    assert (still_open.total, sorted(still_open.guesses)) == (50, [2, 3])
    view = round_view(closed)
    winners = [{"name": REMOVED, "guess": 20}, {"name": "Bob", "guess": 20}]
    assert view.pop("winners") == winners
    assert view == {name: value for name, value in before.items() if name != "winners"}
    shown = json.dumps([ranking_view(made, closed, 0, 50), view, room_view(made)]) + export(made)
    assert "Ada" not in shown
    assert shown.count(REMOVED) == 2, "once in the ranking, once in the table"
    assert [row.name for row in made.leaderboard()] == ["Bob", "Cy"]
    assert (made.count, room_view(made)["players"]) == (3, 3)
    assert players_view(made, 0, 2) == {
        "total": 3,
        "players": [{"player": 2, "name": "Bob"}, {"player": 3, "name": "Cy"}],
    }
    assert made.join("Ada").number == 5, "a number is given once"
    assert name_key("ada") in made.names


def test_wins_first_then_the_mean_score_then_joining() -> None:
    made = room()
    play(made, {1: 20, 2: 20, 3: 60})
    play(made, {3: 20, 4: 90})
    board = leaderboard_view(made, 0, 50)["leaderboard"]
    found = [(r["rank"], r["name"], r["wins"], r["rounds"]) for r in board]  # type: ignore[attr-defined]
    assert found == [(1, "Ada", 1, 1), (1, "Bob", 1, 1), (3, "Cy", 1, 2), (4, "Dan", 0, 1)]


@pytest.mark.parametrize("most", [4, 30, 2**32])
def test_the_pool_answers_as_the_exact_rules_do(most: int) -> None:
    """Also where most submissions are tied, or one of them ruins the mean."""
    rng = random.Random(4)
    made, submissions = room("", "classic"), []
    for number in range(80):
        guess = rng.choice([rng.randrange(min(most, 30)), rng.randrange(most)])
        submissions.append((f"n{number}", guess))
        made.submit(f"n{number}", guess)
        found = standing(made, guess, 4)
        wanted = answer(submissions, 4)
        assert (found.rank, found.rank_competition) == (wanted.rank, wanted.rank_competition)
        assert found.score == wanted.score
        assert found.top == tuple((row.name, row.score) for row in wanted.top)
