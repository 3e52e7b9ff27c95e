"""The page of capture-the-flag: steered by every device, watched as a tape, honest in the fog."""

from __future__ import annotations

import itertools
from pathlib import Path

import pygame
import pytest

from games.ctf.board import BotLook, FieldBoard
from games.ctf.bot_moments import BotWay
from games.ctf.maze import MOVES
from games.ctf.model import COUNTDOWN, LookedBack, Play
from games.ctf.rules.game import GAME
from games.ctf.scene import Scene
from games.ctf.stage import clock_words, foot_words
from games.mind import Lines, Note
from games.shell.counsel import HINTED
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import SEAT_MARKS
from games.shell.pages.past.replay import ReplayPage
from games.shell.pages.result import ResultPage
from games.shell.pages.review.still import StillPage
from tests.games.ctf.played import SMALL
from tests.support.hands import (
    FRAME,
    Rig,
    at_table,
    click,
    filmed_whole,
    press_pad,
    push_button,
    push_entry,
)
from tests.support.reviews import open_review
from tests.support.ruler import Ruler, check
from tests.support.words import Words

pytestmark = pytest.mark.rig(size=(1280, 720), mind_open=False, guided="ctf")

PLAYED = ("human", "gatherer", "gatherer", "gatherer")
WATCHED = ("gatherer",) * 4


def opened(rig: Rig, seats: tuple[str, ...], **params: object) -> Scene:
    table = at_table(rig.app, "ctf", seats, {**SMALL, **params})
    assert isinstance(table, Scene)
    return table


def begun(rig: Rig, **params: object) -> tuple[Scene, Play]:
    """A match that is played, its countdown over."""
    table = opened(rig, PLAYED, **params)
    run(table, COUNTDOWN + 0.05)
    assert isinstance(table.running, Play)
    return table, table.running


def run(table: Scene, seconds: float) -> None:
    for _ in range(round(seconds / FRAME)):
        table.update(FRAME)


@pytest.mark.parametrize("key", ["up", "w"])
def test_keys_steer_and_confirm_stops(rig: Rig, key: str) -> None:
    table, play = begun(rig)
    start = play.state.bots[0]
    rig.key(key)
    run(table, 0.7)
    here = play.state.bots[0]
    assert play.state.field.y[here] < play.state.field.y[start]
    rig.key("return")
    run(table, 0.4)
    there = play.state.bots[0]
    run(table, 0.6)
    assert play.state.bots[0] == there


def test_a_click_goes_there_and_a_pad_steers(rig: Rig) -> None:
    table, play = begun(rig)
    field = play.state.field
    goal = field.near(play.state.bots[0], 3)[0]
    x, y = table.board.centre(field.cells[goal])
    click(rig.app, x, y)
    assert play.steering.goal == goal
    run(table, 3.0)
    assert play.state.bots[0] == goal or play.state.deaths[0]
    press_pad(rig.app, 3)
    assert not table.look().embers, "one team's belief is shown or not"
    press_pad(rig.app, 3)
    assert table.look().embers == (0,)


def test_two_bots_of_a_team_in_one_cell_both_show_their_marks(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, way = opened(rig, WATCHED), BotWay(0, 0, 1.0)
    both = (BotLook(2, way, True), BotLook(0, way, True, own=True))
    look = table.look()._replace(bots=both)
    drawn: list[tuple[str, tuple[float, float]]] = []

    def sprite(self: Canvas, name: str, box: object, *more: object, **named: object) -> None:
        drawn.append(("sprite", (0.0, 0.0)))

    def icon(self: Canvas, name: str, at: tuple[float, float], *more: object) -> None:
        drawn.append((name, at))

    monkeypatch.setattr(Canvas, "sprite", sprite)
    monkeypatch.setattr(Canvas, "icon", icon)
    table.stage_view.draw(rig.app.canvas, look)
    last = max(place for place, (name, _) in enumerate(drawn) if name == "sprite")
    x, y = table.board.place_of(way)
    near = table.board.cell
    marks = {
        name: at[0]
        for name, at in drawn[last + 1 :]
        if abs(at[0] - x) < near and abs(at[1] - y) < near
    }
    assert set(marks) == {SEAT_MARKS[0], SEAT_MARKS[2]}, "no bot hides the mark of its mate"
    assert abs(marks[SEAT_MARKS[0]] - marks[SEAT_MARKS[2]]) > near * 0.5


def test_where_a_click_sends_the_own_bot_is_marked_until_it_is_there_or_keys_steer(
    rig: Rig,
) -> None:
    table, play = begun(rig)
    field = play.state.field
    goal = field.near(play.state.bots[0], 3)[0]
    place = table.board.centre(field.cells[goal])
    assert table.look().goal is None
    before = rig.app.window.copy()
    click(rig.app, *place)
    assert table.look().goal == goal
    table.board.draw_goal(rig.app.canvas, goal)
    at = rig.app.canvas.box((place[0] - 24, place[1] - 24, 48, 48))
    shown = [pygame.image.tobytes(each.subsurface(at), "RGB") for each in (before, rig.app.window)]
    assert shown[0] != shown[1]
    run(table, 3.0)
    assert table.look().goal is None, "it is there"
    click(rig.app, *table.board.centre(field.cells[field.near(play.state.bots[0], 3)[0]]))
    assert table.look().goal is not None
    rig.key("up")
    assert table.look().goal is None


def test_a_click_on_a_wall_goes_to_the_nearest_cell_and_one_beside_the_field_nowhere(
    rig: Rig,
) -> None:
    table, play = begun(rig)
    field, rows, unit = play.state.field, table.board.maze.rows, table.board.cell
    width = table.board.maze.width
    wall = next(
        (x, y)
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark == "#" and 2 * x > width and (x - 1, y) in field.number
    )
    x, y = table.board.centre(wall)
    click(rig.app, x - unit * 0.3, y)
    assert play.steering.goal == field.number[(wall[0] - 1, wall[1])]
    play.steering.stop()
    left, top, _, _ = table.board.box
    click(rig.app, left - 6, top + unit)
    assert play.steering.goal is None


def test_a_match_that_is_played_is_kept_in_the_fog_and_cannot_be_stepped(rig: Rig) -> None:
    table, play = begun(rig, sight=1)
    run(table, 1.0)
    look = table.look()
    assert {bot.bot for bot in look.bots} == {0, 2}
    assert set(look.beliefs) == {0}
    moment = play.moment
    rig.key(",")
    rig.key("u")
    assert play.moment >= moment


def test_who_watches_sees_all_stops_steps_and_goes_back(rig: Rig) -> None:
    table = opened(rig, WATCHED)
    run(table, 1.0)
    look = table.look()
    assert {bot.bot for bot in look.bots} == {0, 1, 2, 3}
    assert set(look.beliefs) == {0, 1}
    rig.key("space")
    here = table.running.moment
    run(table, 0.5)
    assert table.running.moment == here
    assert table.next_frame() is None or table.running.thinking
    rig.key(",")
    assert table.running.moment == here - 1
    rig.key(".")
    run(table, 0.3)
    assert table.running.moment == here
    shown = []
    for _ in range(4):
        rig.key("b")
        shown.append(table.look().embers)
    assert shown == [(0,), (1,), (), (0, 1)]
    rig.key("n")
    assert table.look().heard is not None


def test_a_pause_stops_the_clock_and_is_followed_by_a_breath(rig: Rig) -> None:
    table, play = begun(rig)
    run(table, 0.5)
    moves = play.state.moves
    table.focus_lost()
    assert rig.app.top is not table
    for _ in range(60):
        rig.app.frame(FRAME)
    assert play.state.moves == moves
    rig.key("escape")
    assert rig.app.top is table
    assert table.look().countdown > 0


def test_the_end_says_who_won_and_how_right_the_belief_was(rig: Rig) -> None:
    table, play = begun(rig, moves=160)
    for _ in range(1000):
        rig.app.frame(FRAME)
        if isinstance(rig.app.top, ResultPage):
            break
    assert isinstance(rig.app.top, ResultPage)
    report = table.final_report()
    assert report.outcome in ("won", "lost", "drawn")
    assert any("Surprise points" in item.title for item in report.items if hasattr(item, "title"))
    result = table.result(0)
    assert result is not None
    assert result.agent == "gatherer"
    assert (result.points_for, result.points_against) == play.state.score
    assert result.rounds == 40


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (2560, 1440)])
def test_nothing_covers_the_field_at_any_size(tmp_path: Path, size: tuple[int, int]) -> None:
    rig = Rig(tmp_path, size)
    table = opened(rig, WATCHED)
    run(table, 0.3)
    rig.key("n")
    for mind in (True, False):
        rig.app.change_settings(mind_open=mind)
        table.layout(*rig.app.size)
        rig.app.draw()
        _, y, w, h = table.board.box
        tops = [button.box[1] for button in table.corner_buttons()[3:]]
        assert all(top >= y + h for top in tops)
        assert w > 100
    rig.app.close()


@pytest.mark.parametrize("size", [(640, 480), (1280, 720)])
def test_a_clock_stands_over_the_field_and_the_result_says_which_maze_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """The number of a maze is of use to choose it again; while one plays time is."""
    rig = Rig(tmp_path, size)
    rig.app.change_settings(mind_open=False, guided="ctf")
    ruler = Ruler(monkeypatch)
    for number in (2, 999_999):
        table = opened(rig, PLAYED, map=number)
        lines = ruler.draw(table, rig.app.canvas)
        told = [line.text for line in lines]
        assert any(":" in text and text.replace(":", "").isdigit() for text in told), "a clock"
        assert not any("Round " in text or "maze" in text for text in told)
        assert check(lines, rig.app.canvas, (size, number)) > 0
        table.finish_now()
        assert any(f" in maze {number}." in line for line in table.final_report().lines)
        rig.app.back_to(rig.app.stack[0])
    rig.app.close()


def test_the_maze_of_number_0_is_not_named_where_nobody_can_choose_it(rig: Rig) -> None:
    """Of today's match, say: who chose 0 would get a new one."""
    table = opened(rig, PLAYED, map=0)
    assert table.look().maze == ""
    table.finish_now()
    lines = table.final_report().lines
    assert not any("maze" in line for line in lines)
    assert any("round" in line for line in lines)


def test_both_bots_of_a_team_have_its_colour(rig: Rig) -> None:
    table = opened(rig, WATCHED)
    colours = []
    for seat in range(4):
        table.show_mind_of(seat)
        colours.append(table.mind_view.owner)
    assert colours == ["sky", "orange", "sky", "orange"]
    assert list(table.mind_view.colours) == colours


def test_what_each_bot_means_to_do_is_on_the_board_while_the_minds_are_open(rig: Rig) -> None:
    table = opened(rig, WATCHED)
    run(table, 2.0)
    assert table.look().ways == {}, "the minds are shut"
    rig.app.change_settings(mind_open=True)
    table.layout(1280, 720)
    run(table, 1.0)
    ways, field = table.look().ways, table.board.field
    assert set(ways) == {0, 1, 2, 3}
    for bot, cells in ways.items():
        assert cells[-1] in table.running.tape[0].state.food[1 - bot % 2], "a gatherer goes to dots"
        assert all(field.apart(a, b) == 1 for a, b in itertools.pairwise(cells))


def test_who_steps_back_sees_what_was_thought_then(rig: Rig) -> None:
    rig.app.change_settings(mind_open=True)
    table = opened(rig, WATCHED)
    run(table, 3.0)
    rig.key("space")
    ahead = table.running.moment
    assert ahead >= 20
    for _ in range(8):
        rig.key(",")
    running = table.running
    assert running.moment == ahead - 8
    ways = table.look().ways
    assert set(ways) == {0, 1, 2, 3}
    for bot, cells in ways.items():
        past = [running.tape[m].state for m in range(running.moment, running.moment - 4, -1)]
        then = next(state for state in past if state.turn == bot)
        assert cells[0] == then.bots[bot], "its way begins where it stood when it thought so"
    seat = table.mind_view.showing
    assert seat is not None
    assert running.minds[seat] == table.mind_view.mind
    for _ in range(4):
        rig.key(".")
        run(table, 0.6)
        assert running.minds[seat] == table.mind_view.mind, "and who steps on again"
    assert running.moment == ahead - 4


def test_in_the_fog_only_the_way_of_the_mate_is_shown(rig: Rig) -> None:
    rig.app.change_settings(mind_open=True)
    table, _ = begun(rig)
    run(table, 1.0)
    assert set(table.look().ways) == {2}


@pytest.mark.parametrize(("rules", "words"), [("blog", "between two large"), ("pelita", "others")])
def test_what_is_drawn_of_sight_and_readings_is_said(rig: Rig, rules: str, words: str) -> None:
    table = opened(rig, WATCHED, rules=rules)
    assert not any(words in told for told in foot_words(table.look()))
    rig.key("n")
    assert words in foot_words(table.look())[0]


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
@pytest.mark.parametrize("seats", [PLAYED, WATCHED])
def test_what_is_said_below_the_board_is_whole_in_every_width(
    size: tuple[int, int],
    seats: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No sentence stops in its middle where the window is small."""
    rig = Rig(tmp_path, size)
    for mind, larger, hears in itertools.product((False, True), repeat=3):
        rig.app.change_settings(mind_open=mind, larger_text=larger)
        table = opened(rig, seats)
        table.hearing = hears
        words = Words(rig.app, monkeypatch)
        words.look()
        told = foot_words(table.look())
        shown = [word for word in words.seen if word.text.rstrip("…") in told]
        assert len(shown) == 1, (mind, larger, [word.text for word in words.seen])
        rig.app.pop()
    rig.app.close()


def test_a_match_that_begins_again_stands_at_its_start(rig: Rig) -> None:
    table = opened(rig, WATCHED)
    run(table, 3.0)
    first = table.running
    assert first.moment > 8
    table.restart()
    assert table.running is not first
    assert table.running.moment == 0
    assert table.look().state.moves == 0
    assert table.board.field is table.running.tape[0].state.field


def test_a_hint_stops_the_match_is_told_and_counted(rig: Rig) -> None:
    table, play = begun(rig, moves=120)
    rig.key("h", "h")  # the first key only warns
    run(table, 0.3)
    play.hints.wait()
    look = table.look()
    assert look.hint[0].startswith("Hint: ")
    here = play.state.bots[0]
    way = look.ways[0]
    assert way[0] == here
    assert way[1] in play.state.field.ways[here]
    words = foot_words(look)
    assert words[0].startswith("Steer, and the match goes on.")
    stood = len(play.tape)
    rig.key("h")
    run(table, 0.5)
    assert len(play.tape) == stood
    assert table.panel is not None, "all of it opens the mind view"
    assert table.mind_view.mind == play.hints.mind
    rig.key("up")
    run(table, 0.5)
    assert len(play.tape) > stood
    assert not table.look().hint
    run(table, 9.0)
    assert table.session.over
    assert any(HINTED in line for line in table.final_report().lines)


def test_the_page_of_pause_asks_for_a_hint_and_looks_back_in_the_fog(rig: Rig) -> None:
    table, play = begun(rig)
    rig.key("right")
    run(table, 6.0)
    rig.key("p")
    push_entry(rig.app, "Look back")
    rig.frames(30)
    page = rig.app.top
    assert isinstance(page, ReplayPage)
    past = page.table
    assert isinstance(past, Scene)
    assert isinstance(past.running, LookedBack)
    assert past.running.moment == len(play.tape) - 1
    shown = {bot.bot for bot in past.look().bots}
    assert shown == {bot.bot for bot in table.look().bots}
    assert list(past.look().beliefs) == [0]
    assert not any(isinstance(item, Lines) for item in past.mind_view.mind), "nothing of the truth"
    rig.key("escape")
    push_button(rig.app.top, "Hint")
    rig.key("p")
    push_button(rig.app.top, "Hint")
    run(table, 0.3)
    play.hints.wait()
    assert table.look().hint


def test_a_moment_of_the_review_marks_the_move_and_the_better_one(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_review(rig.app, "ctf")
    found = page.costly[0]
    state, seat = found.asked.choice.state, found.asked.seat
    marks: list[tuple[object, object]] = []
    monkeypatch.setattr(FieldBoard, "mark_choice", lambda self, canvas, *cells: marks.append(cells))
    page.show(found)
    rig.frames(2)
    ways = state.field.ways[state.bots[seat]]
    moves = found.judged.move, found.judged.best
    assert moves[0] != moves[1]
    assert marks[-1] == tuple(state.field.cells[ways[MOVES.index(move)]] for move in moves)
    rig.key("escape")
    page.find_better()
    rig.frames(2)
    assert marks[-1] == (None, None), "nothing is given away while it is asked"


@pytest.mark.parametrize("by", ["key", "click", "stay"])
def test_an_exercise_is_answered_by_a_way(rig: Rig, by: str) -> None:
    page = open_review(rig.app, "ctf")
    page.find_better()
    still = rig.app.top
    assert isinstance(still, StillPage)
    rig.frames(2)
    table = still.table
    assert isinstance(table, Scene)
    state, seat = page.costly[0].asked.choice.state, page.costly[0].asked.seat
    assert table.look().asked
    legal = [move for move in GAME.legal(state, seat) if move != "stay"]
    cell = state.field.ways[state.bots[seat]][MOVES.index(legal[0])]
    if by == "key":
        rig.key(legal[0])
    elif by == "stay":
        rig.key("space")
    else:
        x, y = table.board.centre(state.field.cells[cell])
        click(rig.app, x * still.zoom, y * still.zoom)
    assert [judged.move for judged in still.answers] == ["stay" if by == "stay" else legal[0]]
    assert not table.look().asked
    assert still.table.mind_view.mind


def test_every_button_has_a_sign_of_its_own(rig: Rig) -> None:
    """Two had a question mark: the rules, and the hint, whose sign is another elsewhere."""
    table, _ = begun(rig)
    icons = {button.action: button.icon for button in table.corner_buttons()}
    assert len(set(icons.values())) == len(icons)
    assert icons["hint"] == "info", "as on the pause page"


def test_own_points_stand_apart_from_those_of_the_mate(rig: Rig) -> None:
    table, play = begun(rig)
    own = mate = 0
    for _ in range(400):
        table.update(FRAME * 4)
        if play.state.score[play.team] >= 3 or table.session.over:
            break
    for reveal in table.session.played:
        for event in reveal.events:
            if event.kind == "eat":
                own += event.data["bot"] == play.seat
                mate += event.data["bot"] == (play.seat + 2) % 4
    look = table.look()
    assert look.own == own
    assert look.state.score[play.team] == own + mate
    assert own + mate >= 3


@pytest.mark.rig(size=(1280, 720), mind_open=True, guided="ctf")
def test_columns_and_rows_have_no_numbers_while_one_plays(rig: Rig) -> None:
    table, _ = begun(rig)
    assert table.panel is not None
    assert not table.look().numbered


@pytest.mark.parametrize(
    ("by", "order"), [("1", "attack"), ("2", "guard"), ("3", "follow"), ("pad", "attack")]
)
def test_the_mate_takes_orders_by_every_device_within_a_second(
    rig: Rig, by: str, order: str
) -> None:
    table, play = begun(rig)
    if by == "pad":
        press_pad(rig.app, 9)
    else:
        rig.key(by)
    assert table.look().orders == {2: order}, "shown at once"
    run(table, 1.0)
    assert play.state.orders == (order, "")
    said = play.minds[2][0]
    assert isinstance(said, Note)
    assert said.text.startswith("You said ")


def test_an_order_button_orders_and_the_same_again_takes_it_back(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, play = begun(rig)

    def push(action: str) -> None:
        button = next(each for each in table.corner_buttons() if each.action == action)
        x, y, w, h = button.box
        click(rig.app, x + w / 2, y + h / 2)

    push("order_guard")
    run(table, 1.0)
    assert play.state.orders == ("guard", "")
    words = Words(rig.app, monkeypatch)
    words.look()
    assert [word.text for word in words.seen].count("Guard") == 2, "on the button, by the mate"
    push("order_guard")
    run(table, 1.0)
    assert play.state.orders == ("", "")
    assert not table.look().orders
    for order in ("attack", "guard", "follow", ""):
        press_pad(rig.app, 9)
        assert play.order == order


def test_an_order_holds_when_the_match_is_taken_up_again_and_in_its_replay(rig: Rig) -> None:
    table, play = begun(rig)
    rig.key("3")
    run(table, 1.0)
    turns = table.match.turns
    assert sum(move.endswith(" follow") for turn in turns for _, move in turn) == 1
    again = Scene(rig.app, table.setup, turns)
    assert again.look().orders == {2: "follow"}
    assert again.running.state == play.state
    table.look_back()
    page = filmed_whole(rig.app)
    assert isinstance(page, ReplayPage)
    assert isinstance(page.table, Scene)
    page.go_to(page.again.moments)
    assert page.table.look().orders == {2: "follow"}
    page.go_to(0)
    assert not page.table.look().orders


def test_nobody_orders_where_only_agents_play(rig: Rig) -> None:
    table = opened(rig, WATCHED)
    rig.key("1")
    run(table, 1.0)
    assert not table.look().ordering
    assert table.running.state.orders == ("", "")


def test_the_clock_of_a_watched_match_is_its_own_however_fast_one_watches(rig: Rig) -> None:
    table = opened(rig, ("gatherer", "hunter", "gatherer", "hunter"))
    assert table.look().clock == clock_words(table.running.state, 20.0)
    table.running.change_speed(2)
    assert table.running.rate > 20.0
    assert table.look().clock == clock_words(table.running.state, 20.0)


def test_who_watches_has_six_buttons_and_the_rest_behind_more(rig: Rig) -> None:
    table = opened(rig, WATCHED)

    def row() -> list[str]:
        return [each.action for each in table.stage_view.buttons(table.look())]

    assert row() == ["step_back", "skip", "step", "slower", "faster", "more"]
    more = table.stage_view.buttons(table.look())[-1]
    rig.click(more.box[0] + 4, more.box[1] + 4)
    assert row() == ["readings", "beliefs", "more"]
    rig.key("x")
    assert len(row()) == 6
