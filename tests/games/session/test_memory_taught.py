"""The learner of Ur is taught by every game against the player, and only by those that count."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from games import catalog
from games.arrays import arrays_from_text, arrays_to_text
from games.core import CHANCE, Seating
from games.session.memory import TRIED, Memory, taught
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


@pytest.mark.parametrize("ours", [True, False])
@pytest.mark.parametrize("is_taught", [True, False])
def test_only_who_is_ours_and_taught_has_the_kept_brain_in_place_of_a_chosen_start(
    app: App, monkeypatch: pytest.MonkeyPatch, is_taught: bool, ours: bool
) -> None:
    """A stranger's is neither kept nor read; who is not taught begins as was chosen."""
    profile = ensure_profile(app)
    play(app, setup_of(app, 1))
    kept, begun = app.library.learned(profile.id, "ur"), setup_of(app, 2)
    assert kept is not None
    chosen = arrays_to_text({**arrays_from_text(kept), "values": np.arange(16.0)})
    known = catalog.offered("ur")
    specs = tuple(
        dataclasses.replace(spec, taught=is_taught, ours=ours) if spec.id == "learner" else spec
        for spec in known.agents
    )
    altered = dataclasses.replace(known, agents=specs)
    monkeypatch.setattr(catalog, "offered", lambda game: altered)
    setup = dataclasses.replace(
        begun, seats=(begun.seats[0], Seating("learner", begun.seats[1].options, chosen))
    )
    assert taught("ur", setup.seats[1]) is (is_taught and ours)
    found = Memory.of(app.library, app.settings, app.toast).add_starts(setup).seats[1].start
    assert found == (kept if is_taught and ours else chosen)
    play(app, setup)
    left = app.library.learned(profile.id, "ur")
    assert (left != kept) is (is_taught and ours)
