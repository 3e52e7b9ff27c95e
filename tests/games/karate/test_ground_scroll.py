"""The scroll shows the last eight exchanges, the newest at the right, and who gained in each."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from games.karate.exchange import Round
from games.karate.fighters import ICONS
from games.karate.ground import SHOWN, draw_scroll
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme


def played(own: str, other: str, lead: int) -> Round:
    return Round((own, other), (10 * (lead > 0), 10 * (lead < 0)), ("hit", "hit"))


def signs(rounds: list[Round], monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float, float]]:
    """What stands on the scroll: sign, x and y, without the marks of the seats."""
    found = []
    icon = Canvas.icon

    def noted(self: Canvas, name: str, centre: tuple[float, float], *more: Any) -> None:
        found.append((name, *centre))
        icon(self, name, centre, *more)

    monkeypatch.setattr(Canvas, "icon", noted)
    draw_scroll(Canvas(pygame.Surface((1280, 720)), Theme()), 640, 500, rounds)
    monkeypatch.undo()
    return [sign for sign in found if not sign[0].startswith("seat-")]


def test_it_has_the_last_eight_in_two_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = ["punch", "kick", "parry-punch", "parry-kick", "kick"]
    rounds = [played(moves[n % 5], moves[n % 3], 0) for n in range(11)]
    found = signs(rounds, monkeypatch)
    assert len(found) == 2 * SHOWN
    for seat in (0, 1):
        row = sorted(found[seat::2], key=lambda sign: sign[1])
        assert [name for name, _, _ in row] == [ICONS[r.moves[seat]] for r in rounds[-SHOWN:]]
        assert len({y for _, _, y in row}) == 1
    assert found[0][2] < found[1][2]


def test_the_first_round_stands_where_the_newest_does(monkeypatch: pytest.MonkeyPatch) -> None:
    one = signs([played("kick", "punch", 1)], monkeypatch)
    many = signs([played("kick", "punch", 1)] * 20, monkeypatch)
    assert [x for _, x, _ in one] == [max(x for _, x, _ in many)] * 2
    assert signs([], monkeypatch) == []


def test_who_gained_is_seen() -> None:
    pictures = set()
    for lead in (-1, 0, 1):
        canvas = Canvas(pygame.Surface((640, 480)), Theme())
        draw_scroll(canvas, 426, 300, [played("kick", "kick", lead)])
        pictures.add(pygame.image.tobytes(canvas.surface, "RGB"))
    assert len(pictures) == 3


def test_every_sign_stands_on_light_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = [played("kick", "punch", 0)] * SHOWN
    canvas = Canvas(pygame.Surface((1280, 720)), Theme())
    canvas.fill("ink")
    draw_scroll(canvas, 640, 500, rounds)
    for _, x, y in signs(rounds, monkeypatch):
        around = [(canvas.x(x + at), canvas.y(y)) for at in range(-18, 19)]
        assert max(sum(canvas.surface.get_at(pixel)[:3]) for pixel in around) > 500
