"""Rows of twenty on the stage: when they are told, what is said, and what stands of them."""

from __future__ import annotations

import pygame
import pytest

from games.intervals import chance_band
from games.mind import Lines
from games.numbers.asks import ClosedRow
from games.numbers.ritual import QUOTED, verdicts
from games.numbers.scene import Scene
from games.shell.app import App
from tests.support import hands
from tests.support.hands import wait
from tests.support.words import Words

FRAME = 1 / 60
NEVER = "12421321423141241231"


def opened(app: App, keys: int = 100) -> Scene:
    return hands.at_table(app, "numbers", ("human", "seed"), {"keys": keys})


def press(app: App, keys: str) -> None:
    for key in keys:
        hands.key(app, getattr(pygame, f"K_{key}"))


def seen_words(app: App, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    words = Words(app, monkeypatch)
    words.look()
    assert words.overlaps() == []
    return [word.text for word in words.seen]


def test_a_row_is_told_when_its_last_letter_is_open_and_not_before(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = opened(app)
    press(app, NEVER[:19])
    wait(app, 1.0)
    press(app, NEVER[19])
    assert scene.ritual.rows == []  # the letter is still closed
    wait(app, 1.0)
    assert [row.number for row in scene.ritual.rows] == [1]
    told = seen_words(app, monkeypatch)
    assert "In this row you never repeat." in told
    assert "Beat me by repeating." in told
    hits = scene.tally.hits
    assert f"Row 1: I knew {hits} of 20." in told
    assert told.count(str(hits)) >= 1


def test_the_stage_says_what_is_to_come_before_the_first_row(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(app)
    assert "Every 20 keys I tell you one thing about you, and dare you." in seen_words(
        app, monkeypatch
    )


def test_rows_are_counted_anew_where_a_match_is_taken_up_again(app: App) -> None:
    scene = opened(app)
    press(app, NEVER * 2 + "123")
    scene.skip()
    rows = list(scene.ritual.rows)
    assert len(rows) == 2
    again = Scene(app, scene.setup, scene.match.turns)
    assert again.ritual.rows == rows
    again.leave()


def test_each_row_stands_as_a_chip(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = opened(app, keys=0)
    press(app, NEVER * 7)
    scene.skip()
    hits = [str(row.hits) for row in scene.ritual.rows]
    assert len(hits) == 7
    told = seen_words(app, monkeypatch)
    assert [text for text in told if text in hits][: len(hits[-4:])] == hits[-4:]


@pytest.mark.parametrize(
    ("hits", "taken", "said"),
    [
        ((9, 4), True, "Row 2: I knew 4 of 20. You took the dare, and it worked."),
        ((4, 9), True, "Row 2: I knew 9 of 20. You took the dare; I kept up."),
        ((9, 4), False, "Row 2: I knew 4 of 20. You skipped the dare, and got away with it."),
        ((4, 9), False, "Row 2: I knew 9 of 20. You skipped the dare, and paid for it."),
        ((4, 9), None, "Row 2: I knew 9 of 20."),
    ],
)
def test_what_became_of_a_dare(hits: tuple[int, int], taken: bool | None, said: str) -> None:
    rows = [ClosedRow(1, hits[0], "f", "d"), ClosedRow(2, hits[1], "f", "d", taken)]
    assert verdicts(rows)[0] == said
    assert len(verdicts(rows)[-1]) < 15


def test_where_nobody_plays_what_is_said_is_quoted(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ "You" is not who looks on: said to whom stands above the mind, and findings are quoted."""
    scene = hands.at_table(app, "numbers", ("uniform", "seed"), {"keys": 60})
    assert QUOTED[0] in seen_words(app, monkeypatch)
    hands.until(app, lambda: bool(scene.ritual.rows))
    wait(app, 0.5)
    told = seen_words(app, monkeypatch)
    row = scene.ritual.rows[-1]
    assert f"“{row.finding}" in told
    assert f"{row.dare}”" in told
    assert scene.mind_view.caption.startswith("To the person, key ")
    taken = [ClosedRow(1, 9, "f", "d"), ClosedRow(2, 4, "f", "d", True)]
    assert verdicts(taken, True)[0].endswith("The person took the dare, and it worked.")


def test_the_graph_has_room_for_a_run_at_100_per_cent(app: App) -> None:
    scene = opened(app, keys=60)
    press(app, "1" * 6 + "2" * 4)
    scene.skip()
    assert scene.tally.curve[5] == (6, 1.0)
    app.frame(FRAME)
    (x, y, w, h), surface, seen = scene.plot, app.canvas.surface, 0
    for number, share in scene.tally.curve[1:9]:
        place = app.canvas.x(x + w * (number - 1) / 59), app.canvas.y(y + h * (1 - share))
        assert surface.get_at(place)[:3] == app.theme["orange"], (number, share)
        seen += 1
    assert seen == 8


def test_how_far_chance_reaches_is_said_of_the_keys_so_far(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = opened(app)
    press(app, NEVER)
    scene.skip()
    reach = chance_band(20, 1 / 4)[1]
    assert reach > chance_band(100, 1 / 4)[1]
    scale = [text for text in seen_words(app, monkeypatch) if text.startswith("dice")]
    assert scale == [f"dice, now up to {reach:.0%}"]
    assert scene.tally.share <= reach


def test_the_report_tells_every_row(app: App) -> None:
    scene = opened(app, keys=60)
    press(app, NEVER * 3)
    scene.skip()
    items = [item for item in scene.report().items if isinstance(item, Lines)]
    rows = next(item for item in items if item.title == "Row by row")
    hardly = "You hardly repeat a key: you change: 19 of 20 times."  # once, across the edge
    told = [text for text, _ in rows.rows]
    assert told == ["1: In this row you never repeat.", f"2: {hardly}", f"3: {hardly}"]
    assert sum(share * 20 for _, share in rows.rows) == pytest.approx(scene.tally.hits)
    short = opened(app, keys=60)
    press(app, "123")
    short.skip()
    assert "Row by row" not in [getattr(item, "title", "") for item in short.report().items]
