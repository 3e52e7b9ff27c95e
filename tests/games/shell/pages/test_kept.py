"""The page of all unfinished matches of a game: what waits, what stands where, and why."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from games import catalog, log
from games.agents import LostWeights
from games.core import Log, Seating
from games.shell.app import App
from games.shell.pages.kept import KeptPage
from games.shell.pages.setup import SetupPage
from games.shell.table import Table
from games.shell.widgets.basic import Button, Label
from tests.support.hands import look, push_button


def karate(turns: int = 1, **changes: object) -> Log:
    params = catalog.spec("karate").params({})
    seats = (Seating("human"), Seating("nash"))
    played = [((0, "punch"), (1, "kick"))] * turns
    return dataclasses.replace(Log("karate", params, 5, seats, played), **changes)  # type: ignore[arg-type]


def keep(app: App, found: Log, key: str = "") -> str:
    assert app.profile is not None
    assert app.library.matches.keep(app.profile.id, "karate", log.encode(found), key=key)
    return app.profile.id


def words(page: KeptPage) -> str:
    rows = page.body.widgets
    buttons = [row.label for row in rows if isinstance(row, Button)]
    return "\n".join([*buttons, *(row.text for row in rows if isinstance(row, Label))])


def opened(app: App) -> KeptPage:
    app.push(SetupPage(app, "karate"))
    push_button(app.top, "Unfinished")
    look(app)
    assert isinstance(app.top, KeptPage)
    return app.top


def test_every_match_that_waits_can_be_taken_up_or_given_up(app: App) -> None:
    identity = keep(app, karate(1), "a")
    page = SetupPage(app, "karate")
    labels = [row.label for row in page.form.widgets if isinstance(row, Button)]
    assert labels
    assert "Unfinished" not in labels
    keep(app, karate(4), "b")
    kept = opened(app)
    told = words(kept)
    assert "round 2 of 25: continue" in told
    assert "match-karate-b.json" in told
    assert "The last 100 of a game are kept" in told
    give_up = [row for row in kept.body.widgets if getattr(row, "label", "").startswith("Give")]
    assert len(give_up) == 2
    give_up[0].activate()
    push_button(app.top, "Give it up")
    assert app.library.matches.keys(identity, "karate") == ("a",)
    push_button(kept, next(line for line in words(kept).split("\n") if line.endswith("continue")))
    assert isinstance(app.top, Table)
    assert len(app.top.match.turns) == 1


def test_what_was_put_aside_is_told_with_its_file_and_the_reason(app: App) -> None:
    keep(app, karate(seats=(Seating("human"), Seating("nobody"))), "a")
    keep(app, karate(turns=1), "b")
    wrong = karate(turns=2)
    wrong.turns[1] = ((0, "punch"), (1, "bite"))
    identity = keep(app, wrong, "b")
    page = SetupPage(app, "karate")
    app.push(page)
    push_button(page, "Continue")  # the copy from before goes on
    assert isinstance(app.top, Table)
    assert len(app.top.match.turns) == 1
    assert "the copy before it is used" in app.toasts.texts[-1]
    app.pop()
    kept = opened(app)
    told = words(kept)
    assert "Put aside: match-karate-b.json.bad-1" in told
    assert "Put aside: match-karate-a.json.bad-1" in told
    assert "nobody" in told
    assert "bite" in told
    root = app.library.store.root
    assert root is not None
    assert (Path(root) / "profiles" / identity / "match-karate-a.json.bad-1").exists()


def test_a_match_whose_opponent_has_lost_its_weights_stays(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object) -> Table:
        raise LostWeights("net.npz is missing; restore it.")

    identity = keep(app, karate(2), "a")
    keep(app, karate(4), "b")
    kept = opened(app)
    monkeypatch.setattr("games.shell.pages.kept.continue_match", lost)
    push_button(kept, next(line for line in words(kept).split("\n") if line.endswith("continue")))
    assert app.top is kept
    assert "net.npz is missing" in app.toasts.texts[-1]
    assert set(app.library.matches.keys(identity, "karate")) == {"a", "b"}
