"""The help of a game: its own pages, then how strong its agents are, then the controls.

What agents do and how is for the game's own pages to tell; here stands only what was measured.

The game's own pages are the Markdown files in `games/<id>/help/`, in the order of the numbers that
their names begin with; `guide.md` is none of them (`games.shell.guide_text`). The heading with
which a file begins is the title of its page. `{name}` in a text is a figure that the game fills in,
and stands as it is without one; a line with only a name such as `{now_gain}` is for numbers of the
open match, and left out where there are none. A text is remembered until the arcade ends; a file
that cannot be read is tried again the next time, and its page reports it.

All are written in the format of `games.shell.draw.prose`. A page is set once for a width and drawn
from that until the window or the theme changes.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from games import catalog
from games.agents import AgentSpec
from games.measured import league as league_of
from games.paths import as_called, game_folder
from games.session.ladder import rating_of
from games.shell.access.node import Node
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.prose import Hang, SetText, spreads, typeset
from games.shell.draw.prose_text import escape, parse, text_nodes
from games.shell.draw.theme import EDGE
from games.shell.draw.tween import Springs
from games.shell.guide_text import FILE as GUIDE
from games.shell.input import ACTIONS, InputEvent, Pointer, Press, Wheel, binding_label
from games.shell.pages.page import Page
from games.shell.pages.poster import REDRAW_SECONDS, Poster
from games.shell.shell import Shell
from games.shell.widgets.form import Look, Widget, inside
from games.spec import Action, GameSpec

FOLDER: Final = "help"
_NAME: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_NOW: Final = re.compile(r"^\{now_[a-z0-9_]*\}\n", re.MULTILINE)
_NUMBER: Final = re.compile(r"\d+")
_TITLE: Final = re.compile(r"\s*# +(.+?)\s*(?:\n|$)")


class HelpText(NamedTuple):
    """A page: its title, and its text in the format of `games.shell.draw.prose`."""

    title: str
    text: str


def help_texts(game_id: str, figures: Mapping[str, str]) -> tuple[HelpText, ...]:
    """Return the pages of game `game_id` with its `figures` filled in.

    None where it has no such folder.
    """
    home = game_folder(game_id)
    if home is None:
        return ()
    try:
        paths = sorted((home / FOLDER).iterdir(), key=_order)
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        return (_unread(home / FOLDER, error),)
    pages = (path for path in paths if path.suffix == ".md" and path.name != GUIDE)
    return tuple(_page(path, figures) for path in pages)


def filled(text: str, figures: Mapping[str, str]) -> str:
    """Return the text with each `{name}` of `figures` in its place; other names stay as they are.

    Lines of the match whose name is not among the figures are left out.
    """
    text = _NOW.sub(lambda line: line[0] if line[0].strip("{}\n") in figures else "", text)
    return _NAME.sub(lambda name: figures.get(name[1], name[0]), text)


def names_in(text: str) -> list[str]:
    """Return the names in a text that figures have to fill, in order."""
    return _NAME.findall(text)


def _order(path: Path) -> tuple[int, str]:
    number = _NUMBER.match(path.name)
    return int(number[0]) if number else 0, path.name


def _page(path: Path, figures: Mapping[str, str]) -> HelpText:
    try:
        text = filled(_read(path), figures)
    except (OSError, ValueError) as error:
        return _unread(path, error)
    title = _TITLE.match(text)
    return HelpText(title[1], text[title.end() :].strip()) if title else HelpText(_stem(path), text)


@functools.cache
def _read(path: Path) -> str:
    """Return the content of a file; raises `OSError`, and `UnicodeDecodeError` where it is not
    UTF-8.
    """
    return path.read_text(encoding="utf-8")


def _unread(path: Path, error: Exception) -> HelpText:
    reason = getattr(error, "strerror", None) or "it is not text in UTF-8"
    place = "/".join(path.parts[-3:])
    return HelpText(_stem(path), f"{place} cannot be read: {reason}.")


def _stem(path: Path) -> str:
    """Return the title of a page that does not tell its own: the file's name in words."""
    return path.stem.lstrip("0123456789-_ ").replace("-", " ").capitalize() or path.stem


WIDEST = 1200.0  # units of a page on which things stand side by side; chosen by eye
BAR = 48.0  # what the bar beside the text takes
STEP = 64.0  # units that a key scrolls; chosen by eye
STILL = 6.0  # units within which a press of the mouse is a click, not a drag; chosen by hand
CONTEXTS = ("choice", "orders", "play", "pair", "all", "menu", "hall")


class Gallery:
    """The pictures of one game by name; `tell` is called with the fault of one that fails."""

    def __init__(self, game_id: str, tell: Callable[[Exception], object]) -> None:
        self.game_id = game_id
        self.posters: dict[str, Poster] = {}
        self._tell = tell
        self._ages: dict[str, float] = {}
        self._may_make = True
        self.waiting = False  # whether a picture in sight is still to be made
        self.lives = False  # whether any is in sight

    def update(self, dt: float) -> None:
        """Let time pass for the pictures that were in sight."""
        for name, poster in self.posters.items():
            poster.update(dt)
            self._ages[name] = self._ages.get(name, 0.0) + dt
        self._may_make, self.waiting, self.lives = True, False, False

    def hang(self, canvas: Canvas, name: str, box: Box) -> None:
        """Draw the picture `name` in a box, as it is now."""
        self.lives = True
        poster = self.posters.setdefault(name, Poster(self.game_id, name))
        if poster.miniature is None and not poster.problem:
            if not self._may_make:
                self.waiting = True
                canvas.rect(box, "raised", 4)
                return
            self._may_make = False
            poster.load(canvas.theme)
        self._renew(canvas, poster, box)
        poster.draw(canvas, box)
        canvas.outline(box, "line", 2, 4)

    def _renew(self, canvas: Canvas, poster: Poster, box: Box) -> None:
        """Redraw a picture that is due, or that was never drawn at this size."""
        fresh = poster.has(canvas.box(box).size)
        still = canvas.theme.reduced_motion
        if fresh and (still or self._ages.get(poster.name, 0.0) < REDRAW_SECONDS):
            return
        self._ages[poster.name] = 0.0
        fault = poster.refresh(canvas, box)
        if fault is not None:
            self._tell(fault)


NAMED_ONLY = frozenset(
    {"today", "step", "step_back", "faster", "slower", "truth", "hints", "copy"}
    | {f"choice_{number}" for number in (5, 6, 7)}
)
"""Actions that only some games have: shown where a game names them."""


class TextReader(Widget):
    """A column of set text that scrolls by keys, wheel and dragging.

    `opened` are the folds whose mathematics is shown; a click opens and shuts one, confirm all.
    `hang` draws the pictures of its cards.
    """

    def __init__(self, text: str, hang: Hang | None = None) -> None:
        super().__init__()
        self.text, self.hang = text, hang
        self.wide = spreads(text)
        self.goal = 0.0
        self.springs = Springs(0.2)
        self._drag: tuple[float, float] | None = None
        self.opened: frozenset[int] = frozenset()
        self.setting: SetText | None = None
        self._set_for: tuple[Any, ...] = ()

    role, label = "document", "Text"

    def parts(self) -> Sequence[Node]:
        """Return the headings, paragraphs, lists and tables of the text."""
        return text_nodes(self.text)

    @property
    def lowest(self) -> float:
        """The longest way to scroll the text."""
        tall = self.setting.height if self.setting is not None else 0.0
        return max(0.0, tall - self.box[3])

    def scroll(self, by: float) -> bool:
        """Move `by` units; return True if the text moved."""
        before = self.goal
        self.goal = min(max(0.0, self.goal + by), self.lowest)
        return self.goal != before

    def direction(self, action: str) -> bool:
        """Return up and down scroll, and leave at the ends."""
        return self.scroll({"up": -STEP, "down": STEP}.get(action, 0.0))

    def wheel(self, turn: float) -> bool:
        """Scroll."""
        return self.scroll(-turn * STEP)

    @property
    def dragging(self) -> bool:
        """True if the mouse holds the text."""
        return self._drag is not None

    def pointer(self, event: Pointer) -> bool:
        """Drag the text; a click on a fold opens or shuts it."""
        if event.kind == "down" and event.button == 1:
            self._drag = (event.y, self.goal)
        elif event.kind == "move" and self._drag is not None:
            self.goal = min(max(0.0, self._drag[1] + self._drag[0] - event.y), self.lowest)
        elif event.kind == "up":
            if self._drag is not None and abs(event.y - self._drag[0]) < STILL:
                self._turn_fold(event.x - self.box[0], event.y - self.box[1] + self.goal)
            self._drag = None
        return True

    def _turn_fold(self, x: float, y: float) -> None:
        folds = self.setting.folds if self.setting is not None else []
        self.opened ^= {number for number, box in enumerate(folds) if inside(box, x, y)}

    def activate(self) -> None:
        """Open all mathematics of the page; shut it where all is open."""
        every = frozenset(range(len(self.setting.folds if self.setting is not None else [])))
        self.opened = every if every - self.opened else frozenset()

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw what can be seen, and the bar beside it."""
        x, y, w, h = self.box
        setting = self._set(canvas)
        self.goal = min(self.goal, self.lowest)
        offset = self.springs.get("offset", self.goal)
        with canvas.clip((x - 8, y, w + 16, h)):
            setting.draw(canvas, x, y - offset, y, y + h, self.hang)
        if self.lowest > 0:
            _fade(canvas, (x - 8, y, w + 16, h), offset > 1, offset < self.lowest - 1)
            canvas.rect((x + w + 20, y, 4, h), "raised", 2)
            share = h / setting.height
            bar = "brass" if look.focused else "quiet"
            canvas.rect((x + w + 20, y + offset * share, 4, h * share), bar, 2)

    def _set(self, canvas: Canvas) -> SetText:
        key = (canvas.scale, self.box[2], canvas.theme.larger_text, self.opened)
        if self.setting is None or key != self._set_for:
            before, self._set_for = self.setting, key
            self.setting = typeset(canvas, self.text, self.box[2], self.opened)
            self._stay(before.folds if before is not None else [], self.setting.folds)
        return self.setting

    def _stay(self, before: Sequence[Box], now: Sequence[Box]) -> None:
        """Keep the text at the top in sight where folds above it open or shut."""
        for old, new in zip(before, now, strict=False):
            if old[1] >= self.goal:
                self.goal += new[1] - old[1]
                return


def _fade(canvas: Canvas, box: Box, above: bool, below: bool) -> None:
    """Let text that goes on beyond the box fade into the ground."""
    x, y, w, h = box
    for strip in range(6):
        alpha = 225 - strip * 36
        if above:
            canvas.rect((x, y + strip * 6, w, 6), "ink", alpha=alpha)
        if below:
            canvas.rect((x, y + h - (strip + 1) * 6, w, 6), "ink", alpha=alpha)


class HelpPage(Page):
    """The pages that explain a game.

    `figures` are the game's own, by the names in its texts
    (`games.shell.table.Table.help_figures`). `actions` names what actions do in it, such as
    {"choice_1": "Punch"}; one with the name "" has no effect there.
    """

    emblem = "help"

    def __init__(
        self,
        shell: Shell,
        spec: GameSpec,
        figures: Mapping[str, str] | None = None,
        actions: Mapping[str, str] | None = None,
    ) -> None:
        self.spec = spec
        self.readers: list[TextReader] = []
        self.gallery = Gallery(spec.id, shell.log_fault)
        super().__init__(shell, spec.title)
        texts = [*help_texts(spec.id, figures or {}), *self._own_pages(actions or {})]
        self.readers = [TextReader(as_called(text), self.gallery.hang) for _, text in texts]
        for reader in self.readers:
            if any(block.kind == "fold" for block in parse(reader.text)):
                key = shell.input.label("confirm")
                reader.hint = f"{key}: show or hide all the mathematics of this page"
        self._add_tabs([label for label, _ in texts])
        self.opened(0)

    def _own_pages(self, actions: Mapping[str, str]) -> list[tuple[str, str]]:
        controls = ("Controls", self._controls(actions))
        measured = self._measured() if self.spec.id in catalog.GAMES else []
        if not measured:
            return [controls]
        intro = (
            "What was measured of them, from the simplest on. "
            "What each one does stands on the page before a match."
        )
        entry = league_of(self.spec.id)
        if entry is not None:
            zero = entry.result["reference"]
            intro += f" Ratings are Elo points, {zero} = 0, with their 95% interval, measured by "
            intro += f"`{entry.command}`."
        return [("How strong", "\n\n".join([intro, *measured])), controls]

    def _measured(self) -> list[str]:
        """Return a heading and a paragraph for each agent with measured figures."""
        agents = (agent for found in catalog.agents(self.spec.id) for agent in found.measured())
        return [
            f"## {agent.name}\n\n{' '.join(part for part in self._figures(agent) if part)}"
            for agent in agents
        ]

    def _figures(self, agent: AgentSpec) -> list[str]:
        rated = rating_of(self.spec, agent)
        words = "" if rated is None else f"Rated {rated.words()} in {rated.games:,} games."
        return [*agent.own_words(), agent.strength, words]

    def _controls(self, labels: Mapping[str, str]) -> str:
        rows = [_row(["What", "Keyboard", "Gamepad"]), _row(["---"] * 3)]
        for action in sorted(
            (*ACTIONS, *self.spec.actions), key=lambda action: CONTEXTS.index(action.context)
        ):
            if self._has(action, labels):
                label = labels.get(action.id) or action.label
                rows.append(_row([label, *self._bindings(action)]))
        rows += ["", "> The mouse can do everything: click what you want."]
        rows += ["> Other keys and buttons can be chosen in the settings."]
        return "\n".join(rows)

    def _has(self, action: Action, labels: Mapping[str, str]) -> bool:
        if action.id in ("undo", "redo") and self.spec.undo == "none":
            return False
        if labels.get(action.id) == "":  # the game has no use for it
            return False
        return action in self.spec.actions or action.id not in NAMED_ONLY or action.id in labels

    def _bindings(self, action: Action) -> tuple[str, str]:
        found = self.shell.settings.bindings.get(action.id, action.bindings)
        keys = [binding_label(b) for b in found if b.startswith("key:")]
        pads = [binding_label(b) for b in found if not b.startswith("key:")]
        return ", ".join(keys), ", ".join(pads)

    # -- the scene ---------------------------------------------------------------------

    @property
    def reader(self) -> TextReader:
        """The page that is open."""
        return self.readers[self.tabs.index if self.tabs is not None else 0]

    def opened(self, index: int) -> None:
        """Show another page, from where it was left."""
        self.fill([self.readers[index]])
        self.emblem = "" if self.readers[index].wide else "help"

    def place(self, box: Box) -> None:
        """Place the text fills the body; a page on which things stand side by side is wider."""
        x, y, w, h = box
        wide = min(self.size[0] - 2 * EDGE - BAR, WIDEST)
        for reader in self.readers:
            reader.box = (x, y, max(w, wide) if reader.wide else w, h)

    def handle(self, event: InputEvent) -> bool:
        """Turn pages with left and right, too; help closes what it opened."""
        if isinstance(event, Press):
            if event.action == "help" and not event.repeat:
                self.close()
                return True
            if event.action == "confirm" and self.active is self.head and not event.repeat:
                self.reader.activate()  # a tab that is open has nothing else to confirm
                return True
            if event.action in ("page_up", "page_down"):
                tall = self.reader.box[3] - STEP
                return self.reader.scroll(tall if event.action == "page_down" else -tall)
            if event.action in ("left", "right") and self.active is self.body:
                turn = "next_tab" if event.action == "right" else "previous_tab"
                event = event._replace(action=turn)
        if isinstance(event, Wheel):
            return self.reader.wheel(event.turn)
        return super().handle(event)

    def update(self, dt: float) -> None:
        """Let the text glide."""
        self.reader.springs.still = self.shell.theme.reduced_motion or self.reader.dragging
        self.reader.springs.update(dt)
        self.gallery.update(dt)

    def next_frame(self) -> float | None:
        """Ask for the next frame at once while the text glides, and now and then while pictures
        live.
        """
        if self.reader.springs.moving or self.gallery.waiting:
            return 0.0
        lives = self.gallery.lives and not self.shell.theme.reduced_motion
        return REDRAW_SECONDS if lives else None


def _row(texts: Sequence[str]) -> str:
    return "| " + " | ".join(escape(text) for text in texts) + " |"
