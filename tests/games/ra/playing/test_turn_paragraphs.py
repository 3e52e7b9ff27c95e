"""The history as it is read: a paragraph a turn, as tall as its lines, and a table of points."""

from __future__ import annotations

import pygame
import pytest

from games.core import Event
from games.ra.playing import turn_paragraphs
from games.ra.playing.turn_paragraphs import (
    APART,
    HEAD,
    Paragraph,
    PointsTable,
    TurnParagraph,
    paragraphs,
)
from games.ra.rules.scoring import SOURCES
from games.ra.tiles import GOLD, NILE
from games.ra.words import line_of, without_scores
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from games.shell.widgets.form import Look

NAMES = ("You", "Farmer", "Scribe")
BEGIN = Event("begin", {"epoch": 1, "seat": 1})
AUCTION = (
    Event("tile", {"seat": 1, "tile": "nile"}),
    Event("call", {"seat": 2}),
    Event("pass", {"seat": 0}),
    Event("pass", {"seat": 1}),
    Event("bid", {"seat": 2, "sun": 4}),
    Event("won", {"seat": 2, "sun": 4, "center": 1, "tiles": ["nile"]}),
)


def epoch(total: int) -> Event:
    own = {**dict.fromkeys(SOURCES, 0), "gold": total, "total": total}
    data = {"epoch": 1, "ended_by": "suns", "breakdown": [own] * 3, "after": [10 + total] * 3}
    return Event("epoch", {**data, "tiles": [["gold"] * (total // 3), ["nile"], []]})


def test_a_turn_with_its_auction_is_one_paragraph_and_passes_are_told_together() -> None:
    told = paragraphs((BEGIN, *AUCTION), NAMES)
    assert told == [
        TurnParagraph(-1, "Epoch 1. Farmer begins.", True, 1),
        TurnParagraph(1, "Farmer drew a Nile.", False, 2),
        TurnParagraph(2, "Scribe calls Ra. You and Farmer pass. Scribe bids 4. Scribe takes 1 tile "
                "for 4: Nile.", False, 7),
    ]  # fmt: skip
    draws = (BEGIN, Event("draw", {"seat": 1}), AUCTION[0], Event("draw", {"seat": 2}))
    assert [each.events for each in paragraphs(draws, NAMES)] == [1, 3], "till it had come true"


def test_paragraphs_are_as_tall_as_their_lines_and_never_overlap() -> None:
    pygame.font.init()
    canvas = Canvas(pygame.Surface((800, 600)), Theme())
    short, long = (Paragraph(TurnParagraph(0, "You pass. " * n), lambda: None) for n in (1, 40))
    lines = len(canvas.wrap("You pass. " * 40, 670, 18))
    assert lines > 3
    grown = long.height(canvas, 700) - short.height(canvas, 700)
    assert round(grown) == round((lines - 1) * canvas.line_height(18))


def test_points_stand_by_source_and_together_and_hidden_scores_are_told_to_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = PointsTable([epoch(3).data, epoch(6).data], NAMES)
    assert [block.title for block in table.blocks] == ["Epoch 1", "Epoch 1", "All epochs"]
    last = table.blocks[-1]
    assert (last.rows[0]["gold"], last.rows[0]["total"], last.after) == (9, 9, [16] * 3)
    assert [len(block.tiles) for block in table.blocks] == [3, 3, 0], "tiles before they went"
    pygame.font.init()
    canvas = Canvas(pygame.Surface((800, 600)), Theme())
    alone = PointsTable([epoch(3).data], NAMES).height(canvas, 700)
    assert table.height(canvas, 700) == 2 * alone + last.row * 3 + HEAD + APART
    drawn: list[tuple[int, int]] = []
    monkeypatch.setattr(
        turn_paragraphs,
        "draw_stack",
        lambda canvas, stack, gods: drawn.append((stack.kind, stack.count)),
    )
    table.box = (0, 0, 700, 900)
    table.draw(canvas, Look())
    assert drawn == [(GOLD, 1), (NILE, 1), (GOLD, 2), (NILE, 1)]
    (veiled,) = without_scores([epoch(3)], {1, 2})
    assert veiled.data["after"] == [13, None, None]
    assert line_of(veiled, NAMES).endswith("You +3 = 13, Farmer +3, Scribe +3.")
