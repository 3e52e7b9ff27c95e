"""A match on its way onto film: in slices it comes to the same as in one go, and it can be left."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence

import pytest

from ai.core import Agent
from games import catalog
from games.core import Event, IllegalMove, Log, Turn
from games.session.film import FilmedMatch, MatchWitness
from games.session.replaying import Replay, make_session, replay_setup, witness
from games.session.session import Session
from tests.support.replays import played


@functools.cache
def a_match(game: str) -> Log:
    return played(game, 30)


def reel(game: str, turns: Sequence[Turn] | None = None, **witnesses: MatchWitness) -> FilmedMatch:
    found = a_match(game)
    return FilmedMatch(replay_setup(found), found.turns if turns is None else turns, witnesses)


class Looker(Agent):
    """Sees what it is told."""

    def __init__(self) -> None:
        self.seen: list[Event] = []

    def observe(self, events: Sequence[Event]) -> None:
        self.seen += events


@pytest.mark.parametrize("game", catalog.GAMES)
def test_slices_come_to_the_same_as_one_go(game: str) -> None:
    whole, sliced = reel(game).filmed_whole(), reel(game)
    lengths = []
    while not sliced.film_on(0.0):  # a slice of no time is one turn
        lengths.append(len(sliced.reveals))
    assert lengths == list(range(1, len(whole)))
    assert list(sliced.film.moments) == list(whole.film.moments)
    assert sliced.reveals == whole.reveals
    assert sliced.free_turns == whole.free_turns
    assert list(sliced) == list(whole) == whole.film.line


def test_it_knows_at_which_turns_an_agent_had_a_choice() -> None:
    made = reel("ur").filmed_whole()
    (seat,) = made.free_turns
    game, choices = made.film.game, made.film.moments.choices({seat})
    by_hand = [each.turn + 1 for each in choices if len(game.legal(each.state, seat)) > 1]
    assert made.free_turns[seat] == by_hand
    assert 0 < len(by_hand) < len(made)


def test_a_witness_sees_every_turn_and_is_waited_for() -> None:
    looker, ready = Looker(), [False]
    made = reel("karate", looker=MatchWitness(looker, lambda: ready[0]))
    for _ in range(3):
        assert not made.film_on(1.0)
    assert made.reveals == []
    ready[0] = True
    assert made.film_on(60.0)
    assert looker.seen == [event for reveal in made.reveals for event in reveal.events]
    assert looker.seen


def test_of_a_match_without_turns_the_witness_begins_too() -> None:
    looker, ready = Looker(), [False]
    made = reel("karate", (), looker=MatchWitness(looker, lambda: ready[0]))
    assert not made.whole
    ready[0] = True
    assert made.filmed_whole().whole


def test_a_turn_that_cannot_be_played_is_refused_where_it_comes() -> None:
    found = played("karate", 10)
    bad: Turn = ((0, "kick"), (1, "fly"))
    for place in (0, 6):
        turns = [*found.turns[:place], bad, *found.turns[place:]]
        made = FilmedMatch(replay_setup(found), turns)
        with pytest.raises(IllegalMove, match="'fly' is not a move"):
            made.filmed_whole()
        assert len(made.reveals) == place


def test_a_turn_of_nobody_who_is_to_act_is_refused() -> None:
    found = played("ur", 10)
    made = FilmedMatch(replay_setup(found), [((1, "0"),), *found.turns])
    with pytest.raises(IllegalMove):
        made.filmed_whole()


def test_a_replay_is_a_session_around_it() -> None:
    looker = Looker()
    made = reel("numbers", looker=MatchWitness(looker))
    session = make_session(made.setup, None, print, print, made)
    assert isinstance(session, Replay)
    assert session.match is made.film
    assert list(session.played) == made.reveals
    assert witness(session, "looker") is looker
    assert witness(session, "nobody") is None
    live = Session(dataclasses.replace(made.setup, replay=False))
    assert witness(live, "looker") is None
    live.close()


def test_who_waits_for_a_match_looks_again_sooner_than_a_frame_lasts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    naps: list[float] = []
    monkeypatch.setattr("games.session.film.time.sleep", naps.append)
    found = reel("ur")
    film_on, waits = found.film_on, iter([False, False])
    monkeypatch.setattr(found, "film_on", lambda seconds: next(waits, True) and film_on(seconds))
    found.wait()
    assert len(naps) == 2
    assert max(naps) < 1 / 60
