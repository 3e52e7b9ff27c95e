"""A match on film: any moment at once, minds thought again, nothing kept and nothing learned."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from games import catalog
from games.core import Decision, IllegalMove, Limit, Log, Seating
from games.fields import BadSave
from games.match import Match
from games.mind import mark_truth
from games.numbers import rules as numbers
from games.session import replaying
from games.session.film import Film
from games.session.host import Proxy, WorkerLost
from games.session.replaying import Replay, Rethinking, make_session, replay_setup
from games.session.session import Session
from games.spec import BadOption
from games.store.files import Store
from games.store.library import Library
from tests.support.quick_files import QuickFiles
from tests.support.replays import Inline, played


def replay_of(found: Log, library: Library | None = None) -> Replay:
    setup = replay_setup(found, ["Ada"] + [""] * (len(found.seats) - 1))
    made = make_session(setup, library, print, print, found.turns)
    assert isinstance(made, Replay)
    made.restore(found)
    return made


@pytest.mark.parametrize("game", catalog.GAMES)
def test_any_moment_of_a_film_is_what_the_rules_make_of_its_turns(game: str) -> None:
    found = played(game, 40)
    film = replay_of(found).film
    match: Match[Any] = Match(catalog.rules(game), found.params, found.seed)
    states = [match.state]
    for turn in found.turns:
        match.play(dict(turn))
        states.append(match.state)
    for moment in (len(found.turns), 3, 0, 17, 10_000, -5):
        film.go_to(moment)
        here = min(max(0, moment), len(found.turns))
        assert (film.turns, film.state) == (found.turns[:here], states[here])
        assert film.can_redo == (here < len(found.turns))
    film.go_to(4)
    film.redo()
    assert film.turns == found.turns[:5]


def test_a_film_ends_where_its_turns_do() -> None:
    film = replay_of(played("karate")).film
    with pytest.raises(IllegalMove, match="nothing to redo"):
        film.redo()


def test_nothing_thinks_and_nothing_is_kept_where_one_looks(tmp_path: Path) -> None:
    library = Library(Store(tmp_path, QuickFiles()))
    ada = library.create("Ada")
    before = sorted(path.name for path in tmp_path.rglob("*"))
    replay = replay_of(played("karate"), library)
    assert isinstance(replay.match.players[1], Proxy)
    assert not replay.counts
    replay.go_to(3)
    replay.save()
    replay.record({0: None})
    assert replay.person_name(0) == "Ada"
    assert replay.setup.seats[0].person is not None
    assert replay.setup.seats[0].person.profile == ""
    assert library.archive.finished(ada.id, "karate") == ()
    assert sorted(path.name for path in tmp_path.rglob("*")) == before
    assert replay.host.worker is None


def test_no_mind_is_open_before_a_seat_has_thought_again() -> None:
    found = played("ur", 24)
    replay = replay_of(found)
    replay.go_to(5)
    assert [replay.last_mind(seat) for seat in (0, 1)] == [(), ()]


def test_seals_open_again_with_what_was_drawn() -> None:
    found = played("karate")
    assert len(found.draws) == len(found.turns)
    replay = replay_of(found)
    replay.go_to(2)
    seal, draw = replay.reveal(3).seals[1], found.draws[2][1]
    assert (seal.nonce, seal.move) == (draw.nonce, dict(found.turns[2])[1])
    assert len(replay.match.turns) == 2


def test_a_match_that_cannot_be_played_here_is_refused() -> None:
    found = played("karate")
    person = found.seats[0]
    for changed, why in (
        (dataclasses.replace(found, game="chess"), catalog.UnknownGame),
        (dataclasses.replace(found, params={"rounds": 11}), BadOption),
        (dataclasses.replace(found, seats=(person,)), BadSave),
        (dataclasses.replace(found, seats=(person, Seating("../x"))), catalog.UnknownAgent),
        (dataclasses.replace(found, seats=(person, Seating("demo"))), catalog.UnknownAgent),
    ):
        with pytest.raises(why):
            replay_of(changed)
    with pytest.raises(BadSave, match="names others"):
        replay_setup(found, ["Ada", "Bea", "Cid"])
    with pytest.raises(IllegalMove):
        replay_of(dataclasses.replace(found, turns=[*found.turns, found.turns[0]]))


# -- what was thought ----------------------------------------------------------------------


def thoughts(found: Log) -> dict[int, Decision]:
    """What the agent in seat 1 thought at each turn, played once more from the start."""
    agent = catalog.seated(found.game, found.seats[1]).make(found.seats[1].start)
    match: Match[Any] = Match(catalog.rules(found.game), found.params, found.seed, {1: agent})
    made = {}
    for number, turn in enumerate(found.turns):
        if 1 in match.to_act:
            lot = found.draws[number][1].lot
            limit = Limit(nodes=match.game.spec.opponents.demo_nodes, mind=True)
            made[number + 1] = match.decide(1, limit, lot)
        match.play(dict(turn))
    return made


@pytest.mark.parametrize(("game", "nodes"), [("ur", 20_000), ("jaipur", None)])
def test_agents_think_as_far_as_their_game_says(game: str, nodes: int | None) -> None:
    asked = []

    class Noting(Inline):
        def decide(self, seat: int, limit: Limit, *rest: Any) -> Decision | None:
            asked.append(limit.nodes)
            return super().decide(seat, limit, *rest)

    found = played(game, 24)
    rethinking = Rethinking(replay_of(found), found, Noting)  # type: ignore[arg-type]
    length = rethinking.replay.length
    rethinking.wait_for(next(n for n in range(1, length + 1) if rethinking.questions(n)))
    assert set(asked) == {nodes}


@pytest.mark.parametrize("game", ["karate", "numbers", "ur"])
def test_a_seat_thinks_again_what_it_thought(game: str) -> None:
    found = played(game, 24)
    replay, truth = replay_of(found), thoughts(found)
    rethinking = Rethinking(replay, found, Inline)  # type: ignore[arg-type]
    checked = 0
    for moment in (12, 3, 20, 19, 24):
        moment = min(moment, replay.length)
        minds = rethinking.wait_for(moment)
        turn = rethinking.turn_of(moment, 1)
        assert rethinking.knows(moment)
        if not turn:
            continue
        moves = dict(found.turns[turn - 1])
        expected = mark_truth(truth[turn].mind or (), moves, replay.legal_at(turn))
        assert minds == {1: expected}
        assert rethinking.thoughts[turn, 1].move == moves[1] == truth[turn].move
        assert replay.reveal(turn).forecasts.get(1, {}) == truth[turn].forecasts
        checked += 1
    assert checked >= 4
    assert rethinking.otherwise == []


def test_a_move_without_a_choice_is_no_thought() -> None:
    found = played("ur", 60)
    replay = replay_of(found)
    rethinking = Rethinking(replay, found, Inline)  # type: ignore[arg-type]
    passed = [n for n, turn in enumerate(found.turns, 1) if turn == ((1, "pass"),)]
    assert passed
    assert all(rethinking.turn_of(turn, 1) < turn for turn in passed)
    assert rethinking.questions(0) == []
    assert rethinking.knows(0)


def test_the_next_moments_are_thought_of_in_advance() -> None:
    found = played("karate")
    rethinking = Rethinking(replay_of(found), found, Inline)  # type: ignore[arg-type]
    rethinking.wanted = 2
    while rethinking.update():
        pass
    assert sorted(turn for turn, _ in rethinking.thoughts) == [2, 3, 4, 5, 6]


def test_an_agent_that_would_choose_otherwise_today_is_told_of() -> None:
    found = played("karate")
    other = {"kick": "punch", "punch": "kick", "parry-kick": "punch", "parry-punch": "punch"}
    turns = [((0, dict(turn)[0]), (1, other[dict(turn)[1]])) for turn in found.turns]
    changed = dataclasses.replace(found, turns=turns)
    rethinking = Rethinking(replay_of(changed), changed, Inline)  # type: ignore[arg-type]
    rethinking.wait_for(1)
    assert rethinking.otherwise == [1]
    unknown = dataclasses.replace(changed, draws={})  # nobody knows what it drew
    rethinking = Rethinking(replay_of(unknown), unknown, Inline)  # type: ignore[arg-type]
    rethinking.wait_for(1)
    assert rethinking.otherwise == []


class Dying(Inline):
    """A process that stops at every question."""

    def decide(self, *asked: Any, **more: Any) -> Decision | None:
        raise WorkerLost("lost", "It stopped.")


def test_a_process_that_stops_is_tried_again_and_then_the_minds_stay_closed() -> None:
    found, Inline.made = played("karate"), 0
    rethinking = Rethinking(replay_of(found), found, Dying)  # type: ignore[arg-type]
    assert rethinking.wait_for(3) == {}
    assert Inline.made == replaying.MOST_LOST
    assert rethinking.lost == "The minds stay closed here. It stopped."
    assert not rethinking.update()


def damaged() -> Log:
    """A match before which the sensei had learned what cannot be read."""
    found = played("karate")
    seats = (found.seats[0], dataclasses.replace(found.seats[1], start="garbage"))
    return dataclasses.replace(found, seats=seats)


def test_what_was_learned_and_cannot_be_read_is_done_without_and_told_of() -> None:
    found, Inline.made = damaged(), 0
    rethinking = Rethinking(replay_of(found), found, Inline)  # type: ignore[arg-type]
    assert set(rethinking.wait_for(3)) == {1}
    assert Inline.made == 2
    assert rethinking.without == (1,)
    assert (rethinking.lost, rethinking.otherwise) == ("", [])


def test_the_process_tells_that_it_cannot_begin_in_no_traceback(
    capfd: pytest.CaptureFixture[str],
) -> None:
    found = damaged()
    rethinking = Rethinking(replay_of(found), found)
    try:
        assert set(rethinking.wait_for(3)) == {1}
        assert rethinking.without == (1,)
    finally:
        rethinking.close()
    assert capfd.readouterr().err == ""


def test_the_process_plays_by_the_options_that_the_replay_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An endless match of before, longer than one can be today."""
    found = played("numbers", 20)
    monkeypatch.setattr(numbers, "LONGEST", 15)
    endless = dataclasses.replace(found, params={**found.params, "keys": 0})
    rethinking = Rethinking(replay_of(endless), endless, Inline)  # type: ignore[arg-type]
    assert set(rethinking.wait_for(20)) == {1}
    assert rethinking.lost == ""


def test_the_process_itself_answers(tmp_path: Path) -> None:
    found = played("karate")
    rethinking = Rethinking(replay_of(found), found)
    try:
        assert set(rethinking.wait_for(7)) == {1}
        assert rethinking.otherwise == []
    finally:
        rethinking.close()


def test_a_match_that_is_played_has_a_session_that_plays() -> None:
    found = played("karate")
    setup = dataclasses.replace(replay_setup(found), replay=False)
    made = make_session(setup, None, print, print, ())
    assert type(made) is Session
    assert not isinstance(made.match, Film)
