"""The boards of all rule sets on the screen: places, ways, arrows, captures, editor, setup page."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from games.core import CHANCE
from games.shell.app import App
from games.shell.draw.sprites import sprite
from games.shell.widgets.basic import Choice, Slider
from games.ur.drawing import BOARDS, Layout, arrows, fit_layout
from games.ur.editor import UrEditor, tiles_of
from games.ur.rules import GAME, PASS, RULE_SETS, State, position
from games.ur.scene import Scene
from tests.support.hands import at_table, look, push_button, tuned, until, wait
from tests.support.ruler import listen

RULES = tuple(RULE_SETS)


@pytest.mark.parametrize("rules", RULES)
def test_squares_and_trays_lie_apart_and_on_the_stage(rules: str) -> None:
    rule_set, looked = RULE_SETS[rules], 0
    for stage in ((0, 0, 880, 720), (0, 0, 467, 600), (0, 0, 1280, 720)):
        layout = fit_layout(stage, rules, 148.0)
        tiles = tiles_of(rules)
        assert len(tiles) == len({layout.tile(tile)[:2] for tile in tiles}) == 20
        for seat in (0, 1):
            places = [layout.place(seat, square) for square in range(1, rule_set.off)]
            for square, end in ((0, 1), (rule_set.off, 0)):
                tray = [layout.place(seat, square, index, 7) for index in range(7)]
                assert len(set(tray)) == 7
                places += tray[-end:]
                for x, y in tray:
                    assert layout.left <= x <= layout.left + layout.columns * layout.cell
                    for tile in tiles:
                        left, top, w, h = layout.tile(tile)
                        assert not (left <= x <= left + w and top <= y <= top + h)
                        looked += 1
            for x, y in places:
                assert stage[0] < x < stage[0] + stage[2]
                assert 60 < y < stage[3] - 140
    assert looked == 3 * 2 * 2 * 7 * 20


@pytest.mark.parametrize("rules", RULES)
def test_the_drawing_of_a_board_has_the_proportions_of_its_frame(rules: str) -> None:
    _, _, w, h = Layout(0, 0, 100, rules).frame
    assert sprite(BOARDS[rules], round(w), round(h)).get_size() == (round(w), round(h))
    rosettes = {RULE_SETS[rules].tiles[s][n - 1] for s in (0, 1) for n in RULE_SETS[rules].rosettes}
    drawn = sprite(BOARDS[rules], round(w), round(h))
    marked = set()
    for tile in tiles_of(rules):
        x, y, c, _ = Layout(40, 40, 100, rules).tile(tile)
        red, green, blue, _ = drawn.get_at((round(x + 8), round(y + c / 2)))
        if red > 180 and green > 130 and blue < 120:  # a frame of gold
            marked.add(tile)
    assert marked == rosettes


@pytest.mark.parametrize("rules", RULES)
def test_arrows_show_every_step_of_both_ways(rules: str) -> None:
    found = arrows(rules)
    layout = Layout(0, 0, 1, rules)
    steps = 0
    for seat, tiles in enumerate(RULE_SETS[rules].tiles):
        for first, second in itertools.pairwise(tiles):
            (ax, ay, *_), (bx, by, *_) = layout.tile(first), layout.tile(second)
            direction = (round(bx - ax), round(by - ay))
            near = [
                colour
                for (x, y), way, colour in found
                if way == direction
                and abs(x - (ax + bx + 1) / 2) < 0.25
                and abs(y - (ay + by + 1) / 2) < 0.25
            ]
            assert near in ([("sky", "orange")[seat]], ["brass"])
            steps += 1
    assert steps == 2 * (RULE_SETS[rules].off - 2)
    assert len({place for place, _, _ in found}) == len(found)


def opened(app: App, rules: str, pieces: int, state: State | None = None) -> Scene:
    """A game of two people, from a position where one is given."""
    scene = at_table(app, "ur", ("human", "human"), {"rules": rules, "pieces": pieces}, 3)
    wait(app, 0.5)
    if state is not None:
        scene.watch.wait()  # or it joins a game of which it is not told
        scene.match.watchers.clear()  # the judge has not seen how it came to this
        scene.match._audience.clear()
        scene.match.state = state
        scene.match.to_act = state.acting
        scene.on_changed()
    return scene


def test_a_capture_across_numbers_flies_home_from_where_it_stood(app: App) -> None:
    for rules, words in (("masters", "back to the start"), ("blitz", "roll again")):
        before = position(rules, 5, 0, (((11,), 0), ((15,), 0)))
        rolled, _ = GAME.apply(before, {CHANCE: "2"})
        scene = opened(app, rules, 5, rolled)
        layout = scene.board.layout
        until(app, lambda: scene.waiting_for_person is not None)  # noqa: B023
        assert scene.choose("11")
        until(app, lambda: scene.motion.travel is not None, step=1 / 60)  # noqa: B023
        x, y, w, h = layout.tile("C8")
        assert scene.motion.travel.path[-1] == (x + w / 2, y + h / 2)
        assert scene.motion.travel.victim == ((x + w / 2, y + h / 2), layout.place(1, 0, 4, 5))
        assert [layout.tile("B7")[0] + w / 2, layout.tile("C7")[0] + w / 2, x + w / 2] == [
            place[0] for place in scene.motion.travel.path
        ]
        wait(app, 1.2)
        assert scene.arrived.squares(0) == (13,)
        assert scene.arrived.home(1) == 5
        assert words in scene.caption or scene.match.state.roll >= 0
        app.pop()


@pytest.mark.parametrize("rules", RULES)
def test_a_game_is_played_and_drawn(app: App, rules: str) -> None:
    scene = opened(app, rules, 2)
    for _ in range(400):
        if len(scene.match.turns) >= 12 or scene.match.over:
            break
        if scene.waiting_for_person is not None and not scene.busy:
            scene.choose(scene.match.state.moves[-1])
        app.frame(1 / 10)
    assert len(scene.match.turns) >= 8


def choice(editor: UrEditor, label: str) -> Choice:
    return next(widget for widget in editor.choices if widget.label == label)


def test_the_editor_keeps_pieces_on_their_tiles_when_rules_change(app: App) -> None:
    state = position("finkel", 7, 0, (((3, 9, 13), 0), ((13, 12), 0)))
    editor = UrEditor(app, state)
    app.push(editor)
    wait(app, 0.4)
    names = sorted(RULE_SETS["finkel"].tiles[0][square - 1] for square in (3, 9, 13))
    editor.set_rules("masters")
    wait(app, 0.4)
    assert sorted(RULE_SETS["masters"].tiles[0][n - 1] for n in editor.squares[0]) == names
    assert editor.squares[0] == {3, 9, 15}
    assert editor.squares[1] == {15, 14}
    assert "0" not in choice(editor, "Roll").labels
    assert editor.problem == ""
    editor.set_rules("aseb")
    wait(app, 0.4)
    assert editor.squares == [{3, 9}, {12}]
    assert editor.board.columns == 12


@pytest.mark.parametrize("rules", RULES)
def test_every_square_of_every_board_can_be_reached_and_changed(app: App, rules: str) -> None:
    editor = UrEditor(app, GAME.new({"rules": rules, "pieces": 7}))
    app.push(editor)
    wait(app, 0.3)
    reached, todo = {editor.pad.at}, [editor.pad.at]
    while todo:
        at = todo.pop()
        for way in ("left", "right", "up", "down"):
            editor.pad.at = at
            if editor.pad.direction(way) and editor.pad.at not in reached:
                reached.add(editor.pad.at)
                todo.append(editor.pad.at)
    assert len(reached) == 20
    for name in tiles_of(rules):
        both = all(name in tiles for tiles in RULE_SETS[rules].tiles)
        for _ in range(3 if both else 2):
            editor.change_square(name)
        assert editor.squares == [set(), set()]
        editor.change_square(name)
        assert sum(map(len, editor.squares)) == 1
        assert editor.problem == ""
        push_button(editor, "Clear")


def test_a_tile_with_two_numbers_takes_either_side(app: App) -> None:
    editor = UrEditor(app, GAME.new({"rules": "masters", "pieces": 7}))
    app.push(editor)
    wait(app, 0.3)
    editor.change_square("C7")
    assert editor.squares == [{12}, set()]
    editor.change_square("C7")
    assert editor.squares == [set(), {16}]
    assert editor.mind
    editor.change_square("C7")
    assert editor.squares == [set(), set()]


def test_the_setup_page_takes_up_the_usual_number_of_pieces(app: App) -> None:
    page = tuned(app, "ur")
    seen = []
    for rules in (*RULES[1:], RULES[0]):
        row: Any = next(w for w in page.body.widgets if getattr(w, "label", "") == "Rules")
        assert isinstance(row, Choice)
        row.direction("right")
        assert page.choices.params == {"rules": rules, "pieces": RULE_SETS[rules].pieces}
        pieces: Any = next(
            w for w in page.body.widgets if getattr(w, "label", "") == "Pieces a side"
        )
        assert isinstance(pieces, Slider)
        assert pieces.value == RULE_SETS[rules].pieces
        seen.append(rules)
    pieces.direction("left")
    assert page.choices.params["pieces"] == 6
    assert len(seen) == 5


def test_every_piece_that_can_move_has_its_number_on_the_board(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From 1 on, as the keys that choose it."""
    before = position("finkel", 7, 0, (((4, 8, 13), 0), ((5,), 0)))
    rolled, _ = GAME.apply(before, {CHANCE: "1"})
    scene = opened(app, "finkel", 7, rolled)
    until(app, lambda: scene.waiting_for_person is not None)
    told: list[dict[str, Any]] = []
    listen(monkeypatch, told.append)
    look(app)
    moves = [move for move in rolled.moves if move != PASS]
    assert len(moves) >= 3
    layout, home = scene.board.layout, rolled.home(rolled.turn) - 1
    for number, move in enumerate(moves, start=1):
        x, y = layout.place(rolled.turn, int(move), home, rolled.pieces)
        near = [
            each["text"]
            for each in told
            if abs(each["place"][0] - x) + abs(each["place"][1] - y) < layout.cell
        ]
        assert str(number) in near, (number, move, near)
