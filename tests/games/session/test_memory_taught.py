"""The learner of Ur is taught by every game against the player, and only by those that count."""

from __future__ import annotations

import dataclasses

import numpy as np

from games import catalog
from games.arrays import arrays_from_text, arrays_to_text
from games.core import CHANCE, Seating
from games.session.memory import TRIED, Memory
from games.session.session import Session
from games.session.setup import Setup
from games.shell.app import App
from games.shell.opening import ensure_profile
from games.ur.review import match_result


def setup_of(app: App, seed: int, start: str | None = None, agent: str = "learner") -> Setup:
    """A match of the player against an agent, as it would begin now."""
    memory = Memory.of(app.library, app.settings, app.toast)
    seats = (Seating("human"), Seating(agent, {}, start))
    return memory.add_starts(Setup("ur", seats, {"rules": "finkel", "pieces": 1}, seed))


def play(app: App, setup: Setup) -> Session:
    """The match to its end, by the first move each time, and its result kept."""
    session = Session(setup, app.library)
    while not session.over:
        state = session.match.state
        moves = {0: state.moves[0]} if session.match.to_act == (0,) else {}
        session.step(moves)
    assert CHANCE in dict(session.match.turns[0])
    turns = len(session.match.turns)
    session.record({0: match_result(session.setup, session.match.state, turns, 0)})
    return session


def games_of(text: str | None) -> int:
    assert text is not None
    return int(arrays_from_text(text)["games"][0])


def test_every_game_teaches_the_brain_that_the_player_keeps(app: App) -> None:
    profile = ensure_profile(app)
    shipped = len(catalog.seated("ur", Seating("learner")).make(None).tree) - 1  # type: ignore[attr-defined]
    counts, setup = [], setup_of(app, 1)
    for seed in range(1, 5):
        play(app, setup)
        text = app.library.learned(profile.id, "ur")
        counts.append(games_of(text))
        memory = Memory.of(app.library, app.settings, app.toast)
        setup = memory.add_starts(setup.for_another())  # a rematch
        assert setup.seats[1].start == text
        assert seed
    assert counts == [shipped + n for n in (1, 2, 3, 4)]


def test_a_brain_that_is_only_tried_is_neither_kept_nor_changed_for_another(app: App) -> None:
    profile = ensure_profile(app)
    play(app, setup_of(app, 1))
    kept = app.library.learned(profile.id, "ur")
    assert kept is not None
    tried = arrays_to_text({**arrays_from_text(kept), TRIED: np.ones(1, dtype=np.int32)})
    setup = setup_of(app, 2, tried)
    assert setup.seats[1].start == tried
    play(app, setup)
    assert app.library.learned(profile.id, "ur") == kept


def test_the_brain_of_another_learner_stays_beside_it(app: App) -> None:
    profile = ensure_profile(app)
    values = arrays_to_text({"values": np.arange(16.0)})
    app.library.save_learned(profile.id, "ur", values)
    play(app, setup_of(app, 1))
    arrays = arrays_from_text(app.library.learned(profile.id, "ur") or "")
    assert arrays["values"].tolist() == list(range(16))
    assert "brains" in arrays
    assert setup_of(app, 2, agent="learner+").seats[1].start is not None


def test_what_does_not_count_teaches_nothing(app: App) -> None:
    profile = ensure_profile(app)
    play(app, dataclasses.replace(setup_of(app, 1), glass_box=True))
    play(app, dataclasses.replace(setup_of(app, 1), demo=True))
    assert app.library.learned(profile.id, "ur") is None
