"""The page before a match: every word has room, whoever plays; what waits is told; the list."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from games import catalog
from games.agents import AgentSpec
from games.core import CHANCE, Seating
from games.session.setup import HUMAN, Setup
from games.shell.draw.canvas import Canvas
from games.shell.opening import open_game
from games.shell.pages.setup import SetupPage
from games.shell.table import Table
from games.shell.widgets.basic import Slider
from games.shell.widgets.picker import Picker
from tests.support.hands import Rig, choose

SIZES = ((1280, 720), (800, 600), (2560, 1440))
MEASURED = 4.0
"""Texts may come as close as this to each other's lines: a line is higher than its letters."""


class Line(NamedTuple):
    """A line of text that was drawn, in virtual units."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    rig.app.change_settings(reduced_motion=True)
    yield rig
    rig.app.close()


class Ruler:
    """Measures every line that is drawn on a canvas and seen."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: list[Line] = []
        self.canvas: Canvas | None = None
        plain = Canvas.text

        def measured(*given: Any, **how: Any) -> float:
            told = inspect.signature(plain).bind(*given, **how)
            told.apply_defaults()
            self.note(told.arguments)
            return plain(*given, **how)

        monkeypatch.setattr(Canvas, "text", measured)

    def note(self, told: dict[str, Any]) -> None:
        canvas, text = told["self"], told["text"]
        if canvas is not self.canvas or not text:
            return
        size, face = told["size"], told["face"]
        most = told["max_width"] or float("inf")
        wide = min(canvas.text_width(text, size, face), most)
        tall = canvas.line_height(size, face) - MEASURED
        x, y = told["place"]
        x -= {"left": 0.0, "centre": wide / 2, "right": wide}[told["align"]]
        if canvas.surface.get_clip().collidepoint(canvas.x(x + wide / 2), canvas.y(y)):
            y += (canvas.top - (canvas.surface.get_height() - canvas.height * canvas.scale) / 2) / (
                canvas.scale
            )
            self.lines.append(Line(text, x, y - tall / 2, x + wide, y + tall / 2))

    def draw(self, page: SetupPage, canvas: Canvas) -> list[Line]:
        self.lines, self.canvas = [], canvas
        page.draw(canvas)
        return self.lines


def check(lines: list[Line], canvas: Canvas, case: object) -> int:
    """No line leaves the page or touches another; returns how many pairs were compared."""
    for line in lines:
        assert line.left >= 0, (case, line)
        assert line.top >= 0, (case, line)
        assert line.right <= canvas.width + 0.5, (case, line)
        assert line.bottom <= canvas.height, (case, line)
    pairs = 0
    for one, other in itertools.combinations(lines, 2):
        apart = one.right <= other.left or other.right <= one.left
        apart = apart or one.bottom <= other.top or other.bottom <= one.top
        assert apart, (case, one, other)
        pairs += 1
    return pairs


Seats = list[AgentSpec | None]
"""Who sits where, with the options that are its defaults; None for a person."""


def look(
    rig: Rig, ruler: Ruler, game: str, seats: Seats, larger: bool, size: tuple[int, int]
) -> int:
    page = SetupPage(rig.app, game)
    for seat, agent in enumerate(seats):
        page.seats[seat] = HUMAN if agent is None else agent.id
        page.agent_values[seat] = {} if agent is None else agent.defaults
    page.build()
    page.layout(*rig.app.size)
    pairs = 0
    for on_buttons in (True, False):
        page.on_buttons = on_buttons
        page.form.focus = len(page.form.widgets) - 1
        lines = ruler.draw(page, rig.app.canvas)
        pairs += check(lines, rig.app.canvas, (game, seats, larger, size))
        texts = [line.text for line in lines]
        for agent in seats:
            assert agent is None or agent.name in texts, (game, seats, size)
    return pairs


def seatings(game: str, agents: list[AgentSpec]) -> Iterator[Seats]:
    """A person against each agent, and each agent against the next where two may sit."""
    spec = catalog.spec(game)
    for number, agent in enumerate(agents):
        if len(spec.seats_for()) == 1:
            yield [agent]
            continue
        yield [None, agent]
        if spec.seats_for()[0].agents:
            yield [agents[(number + 1) % len(agents)], agent]


def everybody(game: str) -> list[AgentSpec]:
    """All agents, and those of which something was measured with other options."""
    agents = [catalog.agent(game, agent.id).told() for agent in catalog.agents(game)]
    measured = (spec for agent in catalog.agents(game) for spec in agent.measured())
    return agents + [spec for spec in measured if spec.name not in {a.name for a in agents}]


def talkers(game: str) -> list[AgentSpec]:
    """The agents of whom most is said."""
    return sorted(everybody(game), key=lambda a: -len(a.strength + a.description))[:5]


def sweep(
    rig: Rig, ruler: Ruler, size: tuple[int, int], larger: bool, everyone: bool
) -> tuple[int, int]:
    rig.app.change_settings(larger_text=larger)
    pages = pairs = 0
    for game in catalog.GAMES:
        agents = everybody(game) if everyone else talkers(game)
        for seats in seatings(game, agents):
            pairs += look(rig, ruler, game, seats, larger, size)
            pages += 1
    return pages, pairs


@pytest.mark.parametrize(("size", "larger"), [((800, 600), True)])
def test_words_have_room_for_those_of_whom_most_is_said(
    size: tuple[int, int], larger: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, size)
    rig.app.change_settings(reduced_motion=True)
    pages, pairs = sweep(rig, Ruler(monkeypatch), size, larger, everyone=False)
    assert pages >= 25
    assert pairs > 100 * pages
    rig.app.close()


@pytest.mark.sweep
@pytest.mark.parametrize("larger", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_words_have_room_for_every_agent(
    size: tuple[int, int], larger: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, size)
    rig.app.change_settings(reduced_motion=True)
    pages, _ = sweep(rig, Ruler(monkeypatch), size, larger, everyone=True)
    known = {game: everybody(game) for game in catalog.GAMES}
    assert pages == sum(len(list(seatings(game, agents))) for game, agents in known.items())
    assert pages > sum(len(catalog.agents(game)) for game in catalog.GAMES)
    rig.app.close()


def test_what_continue_continues_is_told(rig: Rig) -> None:
    """Who plays, the options, the turn and the day; and what Play does to it."""
    table: Table = open_game(rig.app, "ur", "random", 5, {"pieces": "3"}, demo=False)
    rig.show(table)
    for _ in range(200):
        rig.frames(1, 0.1)
        if len(table.match.turns) >= 2:
            break
        if table.waiting_for_person is not None:
            choose(table, str(next(iter(table.match.legal(table.waiting_for_person)))))
    table.session.save()
    rig.app.pop()
    page = SetupPage(rig.app, "ur")
    rig.show(page)
    go_on, play = page.buttons.widgets[:2]
    thrown = sum(CHANCE in dict(turn) for turn in table.match.turns)
    due = thrown + (table.match.to_act == (CHANCE,))
    assert thrown < len(table.match.turns)
    for part in ("You against Random", "3", f"turn {due},", rig.app.library.today):
        assert part
        assert part in go_on.hint
    assert "another match" in play.hint


def test_beside_the_measured_strength_stands_what_is_set_otherwise(rig: Rig) -> None:
    page = SetupPage(rig.app, "karate")
    rig.show(page)
    spec = catalog.agent("karate", page.seats[1]).told()
    page.agent_values[1] = {"beta": 0.1}
    assert page.agent_words(1)[1] == (
        f"{spec.strength} Yours: sharpness of its choice 0.1.",
        "quiet",
    )
    page.agent_values[1] = {"beta": 2.0}
    assert page.agent_words(1)[1] == (spec.strength, "quiet")


def picker(rig: Rig) -> Picker:
    page = SetupPage(rig.app, "ur")
    rig.show(page)
    page.form.focus = 1
    page.on_buttons = False
    rig.key("return")
    assert isinstance(rig.app.top, Picker)
    return rig.app.top


def test_the_list_of_agents_goes_by_rows_pages_and_clicks(rig: Rig) -> None:
    found = picker(rig)
    names = [row.name for row in found.rows]
    assert names == ["You", "Guest", *(agent.name for agent in catalog.agents("ur"))]
    for _ in range(3):
        rig.key("page up")
    assert found.list.index == 0
    rig.key("page down")
    assert 3 <= found.list.index <= 8
    for _ in range(5):
        rig.key("page down")
    assert found.list.index == len(names) - 1
    x, y, w, h = found.list.box
    rig.press(x + w / 2, y + h / 2)
    rig.let_go(x + w / 2, y + h / 2)
    index = found.list.index
    assert rig.app.top is found
    assert 1 < index < len(names) - 1
    rig.press(x + w / 2, y + h / 2)
    assert isinstance(rig.app.top, SetupPage)
    assert rig.app.top.seats[1] == catalog.agents("ur")[index - 2].id


def test_the_options_of_an_agent_are_rows_and_change_what_is_said_of_it(rig: Rig) -> None:
    page = SetupPage(rig.app, "ur")
    page.seats[1] = "expectimax"
    page.build()
    rig.show(page)
    labels = [getattr(widget, "label", "") for widget in page.form.widgets]
    assert labels[2:4] == ["Depth in plies", "Plain"]
    told = {page.chosen_agent(1).name: page.agent_words(1)[1:]}
    page.on_buttons = False
    page.form.focus = 2
    for _ in range(2):
        rig.key("right")
        told[page.chosen_agent(1).name] = page.agent_words(1)[1:]
    assert list(told) == ["Expectimax 3", "Expectimax 4", "Expectimax 5"]
    assert "90.8% against greedy" in told["Expectimax 3"][0][0]
    assert "92.5% against greedy" in told["Expectimax 4"][0][0]
    assert told["Expectimax 5"] == ()
    assert page.seating(1) == Seating("expectimax", {"depth": 5, "plain": False})


def test_all_rows_have_room_on_the_page(rig: Rig) -> None:
    """A person against the agent with the most options, without scrolling."""
    page = SetupPage(rig.app, "ur")
    page.seats[1] = "lookahead"
    page.build()
    rig.show(page)
    top, bottom = page.form.widgets[0].box, page.form.widgets[-1].box
    assert len(page.form.widgets) == 9
    assert page.form.view is not None
    assert bottom[1] + bottom[3] - top[1] <= page.form.view[3]


def test_a_match_from_before_options_is_begun_again_with_them(rig: Rig) -> None:
    """The page after a match whose seats have old names shows the agent and its options."""
    seats = (Seating(HUMAN), Seating("lookahead+-1-pow2"))
    page = SetupPage(rig.app, "ur", Setup("ur", seats, {"rules": "finkel", "pieces": 4}, 1))
    assert page.seats == [HUMAN, "lookahead"]
    assert page.agent_values[1] == {"depth": 1, "values": "pow2", "plus": True}
    assert page.chosen_agent(1).name == "Look-ahead+ 1, pow2"


def test_an_agent_that_cannot_play_is_shown_and_says_what_to_do(rig: Rig) -> None:
    found = picker(rig)
    perfect = next(n for n, row in enumerate(found.rows) if row.name == "Perfect")
    hindrance = found.rows[perfect].hindrance
    assert "requirements-lab.txt" in hindrance
    assert perfect in found.list.greyed
    while found.list.index < perfect:
        rig.key("down")
    rig.key("return")
    assert rig.app.top is found
    assert rig.app.toasts.texts == (hindrance,)
    rig.key("escape")
    page = rig.app.top
    assert isinstance(page, SetupPage)
    page.params["pieces"] = 4
    page.build()
    assert {row.name: row.hindrance for row in page.lists[1][0].rows}["Perfect"] == ""


def test_arrows_pass_by_agents_that_cannot_play(rig: Rig) -> None:
    page = SetupPage(rig.app, "ur")
    rig.show(page)
    passed = 0
    page.on_buttons = False
    for _ in range(len(catalog.agents("ur")) + 1):
        page.form.focus = 1
        rig.key("right")
        assert page.seats[1] != "perfect"
        passed += 1
    assert passed == len(catalog.agents("ur")) + 1


def test_the_focus_goes_round_rows_and_buttons(rig: Rig) -> None:
    """Up from the buttons is the last row, up from the first row the buttons, and so down."""
    page = SetupPage(rig.app, "ur")
    rig.show(page)
    rows = len(page.form.widgets)
    places = []
    for name in ("up",) * (rows + 1) + ("down",) * (rows + 1):
        rig.key(name)
        places.append(None if page.on_buttons else page.form.focus)
    assert places == [*range(rows - 1, -1, -1), None, *range(rows), None]


def test_a_slider_is_dragged_while_the_list_of_agents_follows(rig: Rig) -> None:
    page = SetupPage(rig.app, "ur")
    rig.show(page)
    slider = next(w for w in page.form.widgets if isinstance(w, Slider))
    x, y, w, h = slider.box
    rig.press(x + w - 84, y + h / 2)
    for share in (0.9, 0.8, 0.7, 0.5):
        rig.move(x + w * share, y + h / 2)
    rig.let_go(x + w / 2, y + h / 2)
    assert page.params["pieces"] == 1
    assert slider in page.form.widgets
    rows = {row.name: row for row in page.lists[1][0].rows}
    assert rows["Perfect"].hindrance == ""
