"""What a person's team has seen is all that the fog lets through."""

from __future__ import annotations

from games.ctf.bot_moments import REMEMBERED, BotMoments, Sightings
from games.ctf.rules.sensing import enemies_of
from tests.games.ctf.played import params_of, turns_of


def test_only_what_a_reading_saw_is_drawn_and_it_fades() -> None:
    tape = BotMoments(params_of(sight=3))
    tape.follow(turns_of(300, sight=3))
    sightings = Sightings(0)
    seen = hidden = 0
    for number, moment in enumerate(tape):
        sightings.follow(number, moment)
        state = moment.state
        if state.over or state.turn % 2:
            continue
        for enemy, reading in zip(enemies_of(0), state.readings, strict=True):
            found = sightings.way(enemy, float(number))
            if reading.kind == "seen":
                assert found is not None
                assert (found[0].cell, found[1]) == (reading.value, True)
                assert reading.value == state.bots[enemy]
                seen += 1
            elif found is not None:
                assert not found[1], "what is not seen now is a memory"
                hidden += 1
    assert seen > 20
    assert hidden > 5
    assert all(sightings.way(e, len(tape) + REMEMBERED + 1.0) is None for e in enemies_of(0))


def test_who_was_caught_is_forgotten_where_it_was() -> None:
    tape = BotMoments(params_of())
    tape.follow(turns_of(200))
    sightings, forgotten = Sightings(0), 0
    for number, moment in enumerate(tape):
        sightings.follow(number, moment)
        for event in moment.events:
            if event.kind == "catch" and event.data["pacman"] % 2:
                found = sightings.way(event.data["pacman"], float(number))
                assert found is None or found[0].cell != event.data["cell"]
                forgotten += 1
    assert forgotten
