"""How a match goes on: a tape that can be stopped, and a game that waits for nobody."""

from __future__ import annotations

import pytest

from games.core import Event, Seating
from games.ctf.bot_moments import REMEMBERED
from games.ctf.model import (
    BREATH,
    COUNTDOWN,
    LookedBack,
    Model,
    Play,
    SightCallbacks,
    Watch,
    words_of,
)
from games.ctf.rules.sensing import enemies_of
from games.session.replaying import Replay
from games.session.session import Session
from games.session.setup import Setup
from tests.games.ctf.played import params_of, turns_of

FRAME = 1 / 60


def session_of(seats: tuple[str, ...], **options: object) -> Session:
    return Session(Setup("ctf", tuple(map(Seating, seats)), params_of(**options), 5))


class Heard:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def happened(self, event: Event) -> None:
        self.events.append(event)

    def thought(self) -> None: ...


def watched(**options: object) -> tuple[Watch, Heard]:
    told, session = Heard(), session_of(("gatherer",) * 4, **options)
    session.clock = None
    return Watch(session, SightCallbacks(told.happened, told.thought)), told


def played(**options: object) -> tuple[Play, Heard]:
    told = Heard()
    session = session_of(("human", "gatherer", "gatherer", "gatherer"), **options)
    return Play(session, SightCallbacks(told.happened, told.thought)), told


def run(running: Model, seconds: float) -> None:
    for _ in range(round(seconds / FRAME)):
        running.advance(FRAME)


def test_a_tape_goes_on_at_its_speed_and_tells_each_thing_once() -> None:
    watch, told = watched()
    run(watch, 3.0)
    assert 55 <= watch.moment <= 60, "five rounds a second"
    kinds = [event.kind for event in told.events]
    assert kinds.count("move") == watch.moment
    watch.change_speed(9)
    assert words_of(watch.rate / 4) == "60 rounds a second"
    before = watch.moment
    run(watch, 0.5)
    assert watch.moment - before >= 70, "as far as three moves a frame go"
    watch.change_speed(-99)
    assert words_of(watch.rate / 4) == "a move a second"


def test_it_stands_steps_and_goes_back_without_playing_anew() -> None:
    watch, _ = watched()
    run(watch, 1.0)
    watch.pace.hold()
    here, turns = watch.moment, len(watch.session.match.turns)
    run(watch, 1.0)
    assert watch.moment == here
    assert watch.still
    watch.pace.step()
    run(watch, 0.5)
    assert (watch.moment, watch.still) == (here + 1, True)
    watch.stand_at(3)
    assert watch.state == watch.tape[3].state
    assert len(watch.session.match.turns) >= turns
    watch.pace.resume()
    run(watch, 0.5)
    assert watch.moment > 3


def test_nobody_plays_before_the_countdown_is_over_and_then_nobody_waits() -> None:
    play, _ = played()
    run(play, COUNTDOWN - 0.1)
    assert play.state.moves == 0
    run(play, 0.1 + 2.0)
    assert 36 <= play.state.moves <= 41
    assert play.state.bots[0] == play.state.field.starts[0], "who says nothing stays"


def test_the_person_steers_and_the_direction_stays_in_force() -> None:
    play, _ = played()
    run(play, COUNTDOWN + 0.1)
    play.steering.turn("up")
    start = play.state.bots[0]
    run(play, 1.0)
    assert play.state.field.y[play.state.bots[0]] < play.state.field.y[start]
    play.change_speed(99)
    assert play.rate == 40.0
    play.change_speed(-99)
    assert play.rate == 8.0


def test_a_pause_is_followed_by_a_breath() -> None:
    play, _ = played()
    run(play, COUNTDOWN + 1.0)
    moves = play.state.moves
    play.breathe()
    run(play, BREATH - 0.1)
    assert play.state.moves == moves
    run(play, 1.0)
    assert play.state.moves > moves


def test_enemies_out_of_sight_are_nowhere() -> None:
    play, _ = played(sight=1)
    run(play, COUNTDOWN + 1.5)
    assert play.way(0) is not None
    assert play.way(2) is not None
    assert play.way(1) is None
    assert play.way(3) is None
    assert set(play.lenses.of) == {0}


def test_the_end_is_looked_at() -> None:
    watch, _ = watched(moves=20)
    run(watch, 1.5)
    assert watch.session.over
    assert not watch.ended
    run(watch, BREATH)
    assert watch.ended


def looked_back(seat: int, moves: int) -> LookedBack:
    seats = tuple(map(Seating, ("human", *("gatherer",) * 3)))
    setup = Setup("ctf", seats, params_of(), 5, demo=True, replay=True, eyes=seat)
    session = Replay(setup, turns=turns_of(moves))
    told = Heard()
    return LookedBack(session, SightCallbacks(told.happened, told.thought), seat)


@pytest.mark.parametrize("seat", [0, 1])
def test_looked_back_on_through_a_seats_eyes_enemies_are_only_where_they_were_seen(
    seat: int,
) -> None:
    back = looked_back(seat, 160)
    assert back.fogged
    assert back.teams == (seat % 2,)
    seen: dict[int, tuple[int, int]] = {}
    shown = hidden = 0
    for number, moment in enumerate(back.tape):
        back.stand_at(number)
        for event in moment.events:
            if event.kind == "catch":
                seen.pop(event.data["pacman"], None)
        state = moment.state
        if state.turn % 2 == seat % 2 and not state.over:
            for enemy, reading in zip(enemies_of(seat), state.readings, strict=True):
                if reading.kind == "seen":
                    seen[enemy] = number, reading.value
        for enemy in enemies_of(seat):
            found, (when, cell) = back.way(enemy), seen.get(enemy, (-99, -1))
            assert (found is not None) == (number - when <= REMEMBERED)
            assert found is None or found[0].cell == cell
            shown, hidden = shown + (found is not None), hidden + (found is None)
        assert back.heard().turn % 2 == seat % 2 or number == 0
    assert min(shown, hidden) > 20


def test_for_a_hint_a_match_stands_at_the_persons_turn_and_steering_goes_on() -> None:
    play, _ = played()
    run(play, COUNTDOWN + 1.0)
    play.hint()
    assert play.hint_words == ()
    run(play, 1.0)
    assert play.stands
    assert play.still
    stood = len(play.tape)
    assert play.tape[-1].state.turn == play.seat
    play.hints.wait()
    assert play.hint_words[0].startswith("Hint: ")
    run(play, 1.0)
    assert len(play.tape) == stood
    play.hint()
    assert play.hints.mind
    play.end_hint()
    run(play, 1.0)
    assert len(play.tape) > stood + 10
    assert (play.hint_words, play.still, play.hints.asked) == ((), False, 1)


def test_a_hint_that_was_seen_in_full_is_closed_by_the_next_press_and_the_match_goes_on() -> None:
    play, _ = played()
    play.hint()
    run(play, 0.1)
    play.hints.wait()
    assert play.stands, "the first move is the person's"
    play.hint()
    play.hint()
    assert not play.stands
    run(play, COUNTDOWN + 1.0)
    assert len(play.tape) > 10
