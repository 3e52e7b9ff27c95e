"""The rules of a game stand in a few lines with pictures where no mind is open yet."""

from __future__ import annotations

import pytest

from games.shell.app import App
from games.shell.draw.canvas import Canvas
from games.shell.mind.first_rules import RuleLine, draw_rules, icon_rule, rules_height
from games.shell.opening import open_game
from tests.support.hands import choose, until, wait
from tests.support.words import Words

GAMES = (
    ("ur", {}, ("Race your 7 pieces", "roll again", "back to its start")),
    ("karate", {}, ("Punch: 10 points", "Kick: 10 points", "Parry punch: 5", "Parry kick: 5")),
    ("numbers", {}, ("before you press", "surprise me", "one key in four")),
    ("tracker", {"play": "seek"}, ("nobody sees it", "how far away it is", "wins the round")),
    ("tracker", {"play": "hide"}, ("gather 6 lanterns", "pays more", "you are caught")),
    ("tracker", {"play": "hunt"}, ("nobody sees it", "your partner", "it is caught")),
)


@pytest.mark.parametrize(("game", "options", "told"), GAMES)
def test_the_rules_stand_on_the_first_turn_with_a_picture_each(
    app: App,
    game: str,
    options: dict[str, str],
    told: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ur began with an empty mind panel and "Choose a piece to move 3."."""
    opponent = {"ur": "random", "karate": "nash"}.get(game)
    table = open_game(app, game, opponent, 3, options, demo=False)
    app.push(table)
    wait(app, 0.3)
    painted: list[str] = []
    lines = [
        line._replace(paint=lambda canvas, at, size, n=line.text: painted.append(n))
        for line in table.mind_view.rules
    ]
    table.mind_view.rules = lines
    words = Words(app, monkeypatch)
    words.look()
    assert words.overlaps() == []
    seen = " ".join(word.text for word in words.seen if word.place.left > table.stage[2])
    assert len(lines) == len(told)
    assert all(part in seen for part in told), seen
    assert {*painted} == {line.text for line in lines}


def test_they_go_with_the_first_mind(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_game(app, "karate", "nash", 3, {}, demo=False)
    app.push(table)
    words = Words(app, monkeypatch)
    for shown in (True, False):
        words.look()
        assert any("Punch: 10 points" in word.text for word in words.seen) == shown
        until(app, lambda: table.waiting_for_person is not None)
        assert choose(table, "kick")
        wait(app, 3.0)


def test_every_line_is_as_tall_as_its_words_and_its_picture(canvas: Canvas) -> None:
    spots: list[tuple[float, float]] = []
    short, long = "Short.", "A rule that is told in more words than have room on one line. " * 3
    lines = [RuleLine(text, lambda c, at, size: spots.append(at)) for text in (short, long)]
    draw_rules(canvas, lines, (900, 100, 300, 500))
    assert [x for x, _ in spots] == [926, 926]
    assert spots[1][1] - spots[0][1] > 60
    assert rules_height(canvas, lines, 300) > rules_height(canvas, lines[:1] * 2, 300)
    assert rules_height(canvas, (), 300) == 0.0
    icon_rule("Wait.", "lock").paint(canvas, (100, 100), 52)
    assert canvas.surface.get_at((100, 104))[:3] != (0, 0, 0)
