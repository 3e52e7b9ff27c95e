"""What each team could believe: heard from the tape by what the team hears alone, and scored."""

from __future__ import annotations

import numpy as np
import pytest

from games.ctf.bot_moments import BotMoment, BotMoments
from games.ctf.lens import Lenses, TeamLens
from games.ctf.rules.sensing import enemies_of
from tests.games.ctf.played import params_of, turns_of


@pytest.fixture(scope="module")
def tape() -> BotMoments:
    made = BotMoments(params_of())
    made.follow(turns_of(60))
    return made


def test_both_hear_the_whole_tape_a_budget_at_a_time(tape: BotMoments) -> None:
    lenses = Lenses((0, 1), params_of(), 1)
    rounds = 0
    while not lenses.have_heard(len(tape) - 1):
        lenses.think(tape)
        rounds += 1
    assert rounds > 10
    for team, lens in lenses.of.items():
        frame = lens.at(len(tape) - 1)
        assert frame is not None
        assert frame.unseen > 5
        assert 0.0 <= (frame.share or 0.0) <= 1.0
        assert (frame.nats or 0.0) >= 0.0
        for number, moment in enumerate(tape):
            now = lens.at(number)
            assert now is not None
            assert all(np.isclose(belief.sum(), 1.0, atol=1e-4) for belief in now.beliefs)
            if moment.state.turn % 2 == team and not moment.state.over:
                for place, enemy in enumerate(enemies_of(team)):
                    if moment.state.readings[place].kind == "seen":
                        assert now.beliefs[place][moment.state.bots[enemy]] > 0.99


def test_it_believes_the_same_wherever_the_enemies_truly_are(tape: BotMoments) -> None:
    """Readings kept, the enemies' cells in the states exchanged: the beliefs do not move."""
    honest, blind = TeamLens(0, params_of(), 1), TeamLens(0, params_of(), 1)
    lied = []
    for state, events in tape[:30]:
        bots = list(state.bots)
        bots[1], bots[3] = bots[3], bots[1]
        told = [
            e for e in events if e.kind != "move" or e.data["bot"] % 2 == 0
        ]  # nor are their moves told
        state = type(state)(
            *(
                tuple(bots) if name == "bots" else getattr(state, name)
                for name in state.__dataclass_fields__
            )
        )
        lied.append(BotMoment(state, tuple(told)))
    for lens, line in ((honest, tape[:30]), (blind, lied)):
        while lens.advance(line):
            pass
    for number in range(30):
        one, other = honest.at(number), blind.at(number)
        assert one is not None
        assert other is not None
        assert all(np.array_equal(a, b) for a, b in zip(one.beliefs, other.beliefs, strict=True))
