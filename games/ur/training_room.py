"""The training room of Ur: a learner grows on the screen, and its best brain can be kept.

The training runs in a process of its own (`games.ur.process`), some games at a time; after each
stretch it reports the win rates, the values, and the tree of brains with wins over games in each
node, as the original's picture shows it. The best brain can be kept in the profile, where the
agent then begins from it, or discarded; or one plays against it at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ai.core import Bars, MindItem, Series, arrays_from_text, arrays_to_text
from games.core import Seating
from games.shell.canvas import Box, Canvas, Point
from games.shell.input import InputEvent, Press
from games.shell.mindview import draw_items
from games.shell.scene import Scene
from games.shell.theme import EDGE, GAP, HEADING, NOTE, TEXT, blend
from games.shell.tween import Springs
from games.shell.widgets import Button, Choice, Form, Progress
from games.ur.drawing import Ground, Layout, draw_board, draw_values
from games.ur.process import Helper

if TYPE_CHECKING:
    from games.shell.app import Shell

STRETCH: Final = 20
"""Games between two reports."""
LEARNERS: Final = (("learner", "Learner"), ("learner+", "Learner+"))
GAMES: Final = (("schultz", 4), ("finkel", 4), ("finkel", 7))
LENGTHS: Final = (500, 2000, 10_000)
RIVALS: Final = (("random", "Against random"), ("greedy-pow2", "Against greedy, pow2"))
NAMES: Final = ("home", *(str(i) for i in range(1, 15)), "off")


class Node(NamedTuple):
    """A brain of the tree as the process reports it."""

    number: int
    parent: int
    games: int
    wins: int


class TrainingRoom(Scene):
    """Trains a learner while one watches."""

    title = "Training room"

    def __init__(self, shell: Shell, seed: int = 1) -> None:
        super().__init__(shell)
        self.seed = seed
        self.agent, self.game, self.length = LEARNERS[0][0], GAMES[0], LENGTHS[1]
        self.helper: Helper | None = None
        self.running = self.asked = False
        self.report: Mapping[str, Any] = {}
        self.curves: dict[str, list[float]] = {name: [] for name, _ in RIVALS}
        self.springs = Springs(0.4)
        self.ground = Ground()
        self.progress = Progress()
        self.size = shell.size
        self.form = Form((), shell.play_sound)
        self._build()

    # -- widgets -----------------------------------------------------------------------

    def _build(self) -> None:
        learner = [agent for agent, _ in LEARNERS].index(self.agent)
        games = [f"{rules.capitalize()} {pieces}" for rules, pieces in GAMES]
        lengths = [f"{length:,}" for length in LENGTHS]
        self.choices = [
            Choice("Brain", [name for _, name in LEARNERS], learner, self._set_agent),
            Choice("Rules", games, GAMES.index(self.game), self._set_game),
            Choice("Games", lengths, LENGTHS.index(self.length), self._set_length),
        ]
        self.go = Button("Train", self._toggle, "main", "play")
        self.keep = Button("Keep", self._keep, icon="check", hint="Play from this brain on.")
        self.drop = Button("Discard", self._discard, icon="trash", hint="Forget what was kept.")
        self.meet = Button("Play it", self._meet, icon="play")
        self.back = Button("Back", self.shell.pop, icon="back")
        self.buttons = [self.go, self.keep, self.drop, self.meet, self.back]
        self.form.widgets = [*self.choices, *self.buttons, self.progress]
        self.form.focus_on(self.go)
        self._refresh()

    def _refresh(self) -> None:
        """What can be done now."""
        played = int(self.report.get("games", 0))
        done = played >= self.length
        self.go.label = (
            "Pause" if self.running else "Again" if done else "Go on" if played else "Train"
        )
        self.go.icon = "pause" if self.running else "redo" if done else "play"
        self.keep.enabled = self.meet.enabled = bool(played)
        profile = self.shell.profile
        kept = profile is not None and self.shell.library.learned(profile.id, "ur") is not None
        self.drop.enabled = kept
        self.progress.share = played / self.length
        self.progress.label = f"{played:,} of {self.length:,} games"

    def _set_agent(self, index: int) -> None:
        self.agent = LEARNERS[index][0]
        self._forget()

    def _set_game(self, index: int) -> None:
        self.game = GAMES[index]
        self._forget()

    def _set_length(self, index: int) -> None:
        self.length = LENGTHS[index]
        self._refresh()

    def _forget(self) -> None:
        """Begin anew with what is chosen now."""
        self._close()
        self.running = False
        self.report = {}
        self.curves = {name: [] for name, _ in RIVALS}
        self._refresh()

    # -- the training ------------------------------------------------------------------

    def _toggle(self) -> None:
        if int(self.report.get("games", 0)) >= self.length and not self.running:
            self.seed += 1
            self._forget()
        self.running = not self.running
        if self.running and self.helper is None:
            self.helper = Helper()
            rules, pieces = self.game
            self.helper.send(
                op="train", agent=self.agent, rules=rules, pieces=pieces, seed=self.seed
            )
        self._refresh()

    def update(self, dt: float) -> None:
        """Take the reports that came, and ask for the next stretch."""
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)
        if self.helper is None:
            return
        for report in self.helper.take():
            self._take(report)
        if self.helper.ended:
            self._close()
            self.running = False
            self.shell.toast("The training stopped; what it had reported is still here.")
            self._refresh()
            return
        if self.running and not self.asked:
            left = self.length - int(self.report.get("games", 0))
            self.helper.send(op="run", games=min(STRETCH, left))
            self.asked = True

    def _take(self, report: Mapping[str, Any]) -> None:
        self.report, self.asked = report, False
        for name, rates in self.curves.items():
            rates.append(float(report["rates"][name]))
        if int(report["games"]) >= self.length:
            self.running = False
            self.shell.play_sound("right")
        self._refresh()

    def _close(self) -> None:
        if self.helper is not None:
            self.helper.close()
        self.helper, self.asked = None, False

    def leave(self) -> None:
        """End the process."""
        self._close()

    # -- what is done with the brain ---------------------------------------------------

    def _keep(self) -> None:
        profile = self.shell.profile
        if profile is None:
            self.shell.toast("Make a player first; what is learned is kept with a player.")
            return
        text = kept_with(self.shell.library.learned(profile.id, "ur"), str(self.report["learned"]))
        self.shell.library.save_learned(profile.id, "ur", text)
        self.shell.toast("Kept: from now on this brain plays as your learner.")
        self._refresh()

    def _discard(self) -> None:
        profile = self.shell.profile
        if profile is not None:
            self.shell.library.forget_learned(profile.id, "ur")
            self.shell.toast("Discarded; the learners play with the brains that ship.")
        self._refresh()

    def _meet(self) -> None:
        """A game against the brain as it is now."""
        from games.shell.opening import fresh_seed, start_table
        from games.shell.table import HUMAN, Setup

        rules, pieces = self.game
        rival = Seating(self.agent, {}, str(self.report["learned"]))
        params = {"rules": rules, "pieces": pieces}
        setup = Setup("ur", (Seating(HUMAN), rival), params, fresh_seed())
        self.running = False
        self._refresh()
        self.shell.push(start_table(self.shell, setup))

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """Choices in a row above, the buttons below."""
        self.size = (width, height)
        wide = (width - 2 * EDGE - 2 * GAP) / 3
        for number, choice in enumerate(self.choices):
            choice.box = (EDGE + number * (wide + GAP), 92, wide, 44)
        step = (width - 2 * EDGE + 12) / len(self.buttons)
        for number, button in enumerate(self.buttons):
            button.box = (EDGE + number * step, height - 76, step - 12, 52)
        self.progress.box = (EDGE, height - 128, width - 2 * EDGE, 40)

    def handle(self, event: InputEvent) -> bool:
        """The form; back leaves."""
        if isinstance(event, Press) and event.action in ("back", "pause"):
            self.shell.pop()
            return True
        return self.form.handle(event)

    def next_frame(self) -> float | None:
        """Often while it trains."""
        if self.springs.moving:
            return 0.0
        return 1 / 30 if self.helper is not None else None

    def draw(self, canvas: Canvas) -> None:
        """The tree or the values at the left, the curves at the right."""
        width, height = self.size
        self.ground.draw(canvas, (0, 0, width, height))
        canvas.icon("stats", (EDGE + 18, 52), 36, "brass")
        canvas.text("Training room", (EDGE + 52, 52), HEADING, "paper", "title")
        top, bottom = 152.0, height - 136
        right = 400.0 if width >= 1100 else 320.0
        area = (EDGE, top, width - 2 * EDGE - right - GAP, bottom - top)
        if not self.report:
            self._draw_beginning(canvas, area)
        elif "nodes" in self.report:
            nodes = [Node(*entry) for entry in self.report["nodes"]]
            _, won, played = self.report["best_record"]
            words = f"{int(self.report['size']):,} brains, the best won {won} of {played}"
            draw_tree(canvas, area, nodes, int(self.report["best"]), words)
        else:
            self._draw_values(canvas, area)
        side = (width - EDGE - right, top, right, bottom - top)
        with canvas.clip((side[0] - 8, top - 4, right + 16, bottom - top + 8)):
            draw_items(canvas, self._items(), side, self.springs)
        self.form.draw(canvas)

    def _draw_beginning(self, canvas: Canvas, area: Box) -> None:
        x, y, w, _ = area
        words = (
            "A learner starts with 16 values, 0 to 15, one for each square, and plays. The learner "
            "grows a tree of brains: each child changes one value of its parent, plays a game, and "
            "the result counts for it and for all above. Learner+ learns from every position "
            "instead. Press Train and watch."
        )
        canvas.paragraph(words, (x, y + 8), min(w, 620.0), TEXT, "quiet")

    def _draw_values(self, canvas: Canvas, area: Box) -> None:
        """The 16 values on the squares of a board, home and off in words."""
        x, y, w, h = area
        cell = min(w / 8.8, (h - 80) / 3.92)
        board = Layout(x + (w - 8 * cell) / 2, y + 40 + 0.4 * cell, cell, self.game[0])
        values = tuple(float(value) for value in self.report["values"])
        draw_board(canvas, board)
        draw_values(canvas, board, 0, values)
        canvas.text("The value of each square, on light's path", (x, y + 10), TEXT, "paper", "bold")
        ends = f"Home {values[0]:.1f}, off {values[15]:.1f}"
        canvas.text(ends, (x + w, y + 10), TEXT, "quiet", align="right")

    def _values(self) -> Bars:
        return Bars("Value of each square", NAMES, tuple(self.report["values"]), "")

    def _items(self) -> Sequence[MindItem]:
        items: list[MindItem] = [
            Series(title, tuple(self.curves[name]), "%", 0.5) for name, title in RIVALS
        ]
        if "nodes" in self.report:
            items.append(self._values())
        return items


def kept_with(before: str | None, learned: str) -> str:
    """What the profile keeps: one learner's brain beside that of the other, as text."""
    arrays = arrays_from_text(learned)
    fresh = {"values"} & set(arrays)
    old = {} if before is None else arrays_from_text(before)
    rest = {name: old[name] for name in old if (name == "values") != bool(fresh)}
    return arrays_to_text({**rest, **arrays})


# -- the tree ------------------------------------------------------------------------------


def places(nodes: Sequence[Node], area: Box) -> dict[int, Point]:
    """The middle of each node: leaves side by side, parents above the middle of their children."""
    x, y, w, h = area
    children: dict[int, list[int]] = {node.number: [] for node in nodes}
    for node in nodes:
        if node.parent in children:
            children[node.parent].append(node.number)
    level: dict[int, int] = {}
    for node in nodes:
        level[node.number] = level.get(node.parent, -1) + 1
    column: dict[int, float] = {}
    leaves = [0]

    def settle(number: int) -> None:
        for child in children[number]:
            settle(child)
        if children[number]:
            found = [column[child] for child in children[number]]
            column[number] = (found[0] + found[-1]) / 2
        else:
            column[number] = float(leaves[0])
            leaves[0] += 1

    settle(nodes[0].number)
    across = w / max(1, leaves[0])
    down = h / (max(level.values()) + 1)
    return {n: (x + (column[n] + 0.5) * across, y + (level[n] + 0.5) * down) for n in column}


def draw_tree(canvas: Canvas, area: Box, nodes: Sequence[Node], best: int, words: str) -> None:
    """The tree of brains, wins over games in each node; the better, the brighter."""
    x, y, w, h = area
    canvas.text("The tree of brains", (x, y + 10), TEXT, "paper", "bold")
    room = w - canvas.text_width("The tree of brains", TEXT, "bold") - 16
    canvas.text(words, (x + w, y + 10), NOTE, "quiet", align="right", max_width=room)
    found = places(nodes, (x, y + 28, w, h - 32))
    parents = {node.parent for node in nodes}
    leaves = sum(node.number not in parents for node in nodes)
    wide = min(48.0, max(18.0, w / max(1, leaves) - 3))
    for node in nodes:
        if node.parent in found:
            canvas.line(found[node.parent], found[node.number], "line", 1.5)
    for node in nodes:
        _draw_node(canvas, found[node.number], node, node.number == best, wide)


def _draw_node(canvas: Canvas, place: Point, node: Node, best: bool, wide: float) -> None:
    rate = node.wins / node.games if node.games else 0.0
    theme = canvas.theme
    share = min(1.0, max(0.0, (rate - 0.2) / 0.6))
    tone = blend(theme["raised"], theme["blue"], 0.15 + 0.7 * share)
    tall = 36.0
    if wide >= 22:
        wide = max(wide, canvas.text_width(f"{node.games}", NOTE - 2, "bold") + 8)
    box = (place[0] - wide / 2, place[1] - tall / 2, wide, tall)
    canvas.panel(box, tone, "brass" if best else "line", 2.5 if best else 1, 7)
    if wide >= 22:
        x, y = place
        canvas.text(f"{node.wins}", (x, y - 8), NOTE - 2, "paper", "bold", "centre", wide - 2)
        canvas.rect((x - wide * 0.35, y - 0.5, wide * 0.7, 1), "quiet")
        canvas.text(f"{node.games}", (x, y + 8), NOTE - 2, "quiet", "bold", "centre", wide - 2)
