"""The launcher: the way out is told on the page, and nothing on it overlaps or is cut."""

from __future__ import annotations

import inspect
import itertools
from typing import Any

import pygame
import pytest

from games.shell.draw.canvas import Canvas
from games.shell.opening import create_player
from games.shell.pages.launcher import Launcher
from games.store.statistics import MatchResult
from tests.support.hands import Rig

NAME = "Bartholomew Longname III"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Every line of text that is drawn: how it was asked for, and its left and right end."""
    found: list[dict[str, Any]] = []
    plain = Canvas.text

    def note(*given: Any, **how: Any) -> float:
        told = inspect.signature(plain).bind(*given, **how)
        told.apply_defaults()
        values = dict(told.arguments)
        wide = values["self"].text_width(values["text"], values["size"], values["face"])
        left = values["place"][0] - {"left": 0, "centre": wide / 2, "right": wide}[values["align"]]
        found.append({**values, "wide": wide, "left": left, "right": left + wide})
        return plain(*given, **how)

    monkeypatch.setattr(Canvas, "text", note)
    return found


def opened(rig: Rig) -> Launcher:
    launcher = Launcher(rig.app)
    rig.app.stack[:] = []
    rig.show(launcher)
    return launcher


def test_back_leads_to_the_way_out_and_says_so_without_a_toast(
    rig: Rig, drawn: list[dict[str, Any]]
) -> None:
    launcher = opened(rig)
    rig.key("escape")
    assert launcher.form.focused is launcher.corner[-1]
    assert rig.app.toasts.next_frame() is None
    assert "Return leaves the arcade." in [line["text"] for line in drawn]
    rig.key("left")
    drawn.clear()
    launcher.draw(rig.app.canvas)
    assert "Return leaves the arcade." not in [line["text"] for line in drawn]
    rig.key("escape", "return")
    assert not rig.app.running


@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 720), (720, 1280)])
def test_names_and_results_stand_whole_beside_each_other(
    rig: Rig,
    drawn: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    larger: bool,
) -> None:
    player = create_player(rig.app, NAME, 0)
    for game, text in (("tracker", "3.12 nats a step"), ("numbers", "19.7% guessed")):
        result = MatchResult(game, "auto", "played", best=1.0, best_text=text)
        rig.app.library.record(player.id, result)
    monkeypatch.setattr(rig.app.library, "has_match", lambda _, game: game in ("ur", "karate"))
    pygame.display.set_mode(size, pygame.RESIZABLE)
    rig.give(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
    rig.app.change_settings(save=False, larger_text=larger)
    launcher = opened(rig)
    drawn.clear()
    launcher.draw(rig.app.canvas)
    lines = [line for line in drawn if line["self"] is rig.app.canvas]
    for line in lines:
        assert line["max_width"] is None or line["wide"] <= line["max_width"] + 1, line["text"]
        assert line["left"] >= 0
        assert line["right"] <= rig.app.canvas.width
    rows: dict[float, list[dict[str, Any]]] = {}
    for line in lines:
        rows.setdefault(line["place"][1], []).append(line)
    pairs = 0
    for row in rows.values():
        ordered = sorted((line for line in row if line["text"]), key=lambda line: line["left"])
        for one, other in itertools.pairwise(ordered):
            assert one["right"] + 8 <= other["left"], (one["text"], other["text"])
            pairs += 1
    assert pairs >= 4
    texts = [line["text"] for line in lines]
    assert texts.count("Continue") == 2
    assert NAME in texts


def test_a_game_without_best_results_tells_how_often_it_was_played(
    rig: Rig, drawn: list[dict[str, Any]]
) -> None:
    create_player(rig.app, NAME, 0)
    player = rig.app.library.current
    assert player is not None
    for outcome in ("won", "lost"):
        rig.app.library.record(player.id, MatchResult("ur", "greedy", outcome))
    rig.app.library.record(player.id, MatchResult("tracker", "explorer", "played"))
    drawn.clear()
    opened(rig)
    texts = [line["text"] for line in drawn]
    assert "Played 2, won 1" in texts
    assert "Played 1" in texts
    assert texts.count("Not played yet") == 2 * texts.count("Played 1")
