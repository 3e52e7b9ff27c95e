"""The scene at which a match is played; each game's scene builds on it.

`Table` owns the match, asks the agents, seals their choices, takes the person's, keeps the mind
view, saves the unfinished match and records the finished one. A game's scene draws the stage,
animates what happened (`show`), and says when it is `busy` doing so.

The order of a simultaneous turn is fixed here: the agents decide first and their moves are
sealed; only then is the person's choice taken; then the seals are opened.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from games import catalog, log
from games.core import (
    CHANCE,
    Decision,
    Event,
    Limit,
    Log,
    Match,
    Seal,
    Turn,
    sealed,
)
from games.mind import Bars, Mind, MindItem
from games.session.host import Host, HostFailed
from games.session.memory import keep_learned, with_memory
from games.session.past import Past
from games.session.setup import HUMAN, Setup, new_match
from games.shell.app import LONGEST_STEP, Shell
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, NOTE
from games.shell.draw.tween import Springs
from games.shell.input import BY_ID, InputEvent, Pointer, Press, Wheel
from games.shell.mind.panel import MindView
from games.shell.scene import Scene
from games.shell.widgets.basic import inside
from games.store.formats import BadSave
from games.store.statistics import MatchResult
from games.streams import Stream

__all__ = ["HUMAN", "Report", "Reveal", "Setup", "Table"]

PANEL_WIDTH = 400.0
SAVE_EVERY = 5.0
LONG, FULL = 0.9, 0.98
"""Of the longest match that can be kept: it is told from here on; it ends here by itself."""


@dataclass(frozen=True)
class Report:
    """The end of a match for the result page: a headline, sentences, and pictures of the mind.

    `turns` holds for each item the turns, from 1 on, that its rows tell of; () where they tell of
    none. Who chooses such a row is shown that turn (`Table.show_turn`).
    """

    headline: str
    lines: tuple[str, ...] = ()
    items: Mind = ()
    mood: str = "drawn"  # "won", "drawn" or "lost"
    turns: tuple[tuple[int, ...], ...] = ()


@dataclass
class Reveal:
    """One turn as it was just played, with what the agents had sealed."""

    moves: dict[int, str]
    events: tuple[Event, ...]
    seals: dict[int, Seal] = field(default_factory=dict)
    minds: dict[int, Mind] = field(default_factory=dict)


class Table(Scene):
    """A match on the screen. Subclasses draw and animate; see the hooks below."""

    contexts: tuple[str, ...] = ("choice", "play", "menu", "all")
    help_pages: ClassVar[Sequence[tuple[str, str]]] = ()
    action_names: ClassVar[Mapping[str, str]] = {}
    pace = 0.35
    patience = 1.0  # seconds that an agent may think over a move

    def __init__(self, shell: Shell, setup: Setup, saved: Past | None = None) -> None:
        super().__init__(shell)
        self.setup = setup
        self.spec = catalog.spec(setup.game)
        self.game = catalog.rules(setup.game)
        self.title = self.spec.title
        self.seats = self.spec.seats_for(setup.params)
        self.springs = Springs()
        self.mind_view = MindView(shell)
        self.stage: Box = (0, 0, 1280, 720)
        self.panel: Box | None = None
        self.choice_boxes: list[tuple[Box, str]] = []
        self.hovered_choice: str | None = None
        self.last: Reveal | None = None
        self._wait = 0.0
        self._unsaved = 0.0
        self._recorded = False
        self._finished = False
        self._writer = log.Writer()
        self._nonces = Stream.named(setup.seed, "nonce") if setup.demo else None
        self._begin(saved)

    # -- hooks for the games -----------------------------------------------------------

    def place(self, stage: Box) -> None:
        """The stage has this box now: place everything on it."""

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw the game."""

    def show(self, reveal: Reveal) -> None:
        """A turn was played: begin its animation and sounds."""

    def animate(self, dt: float) -> None:
        """Move the animation on."""

    @property
    def busy(self) -> bool:
        """Whether an animation is running that the next turn must wait for."""
        return False

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself, with or without a turn going on."""
        return False

    def skip(self) -> None:
        """End the animation at once."""

    def report(self) -> Report:
        """What the result page shows."""
        return Report("The match is over.")

    def result(self) -> MatchResult | None:
        """What is recorded of the finished match, or None."""
        return None

    def handle_game(self, event: InputEvent) -> bool:
        """An event that the table itself has no use for."""
        return False

    def pause_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """What this game adds to the pause page: label, icon, action."""
        return []

    def show_turn(self, turn: int) -> None:
        """Show the match as it was before one of its turns, counted from 1."""

    def result_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """What this game adds to the result page, which is gone when the action runs."""
        return []

    @classmethod
    def workshop(cls, shell: Shell) -> list[tuple[str, str, Callable[[Mapping[str, Any]], Scene]]]:
        """What the page before a match offers beside it: label, icon, a scene for the options."""
        return []

    @classmethod
    def start_of(cls, shell: Shell, agent: str) -> str | None:
        """What an agent has learned for this player and begins with, as text, or None."""
        return None

    @classmethod
    def relive(cls, match: Match[Any], turn: Turn) -> Any:
        """Play a turn of a saved match again; what is returned is kept for `_begin`."""
        match.play(dict(turn))

    @classmethod
    def turn_due(cls, played: int) -> int:
        """The number, for people, of the turn that is due when so many have been played."""
        return played + 1

    # -- the match ---------------------------------------------------------------------

    def _begin(self, saved: Past | None) -> None:
        self.match: Match[Any] = new_match(self.setup) if saved is None else saved.match
        self.host = Host(self.setup, self.match)
        self.decisions: dict[int, Decision] = {}
        self.seals: dict[int, Seal] = {}
        self.chosen: dict[int, str] = {}
        self.fullness = 0.0
        self._told_length = False
        self.match_id = self.setup.match_id or secrets.token_hex(8)

    @property
    def recorded(self) -> bool:
        """Whether this match counts: a person plays it, and not in a glass box."""
        return bool(self.setup.humans) and not self.setup.glass_box and not self.setup.demo

    @property
    def human(self) -> int | None:
        """The seat of the person at the machine, the first where there are two."""
        return self.setup.humans[0] if self.setup.humans else None

    @property
    def waiting_for_person(self) -> int | None:
        """The seat whose choice can be made now; None while agents think or things move."""
        if self.busy or self._missing():
            return None
        for seat in self.match.to_act:
            if seat in self.setup.humans and seat not in self.chosen:
                return seat
        return None

    def _missing(self) -> list[int]:
        """The seats whose agents have still to decide."""
        return [s for s in self.match.to_act if s in self.match.players and s not in self.decisions]

    def choose(self, move: str) -> bool:
        """The person chooses a move; False where it cannot be made now."""
        seat = self.waiting_for_person
        if seat is None or move not in self.match.legal(seat):
            return False
        self.chosen[seat] = move
        self.shell.play_sound("press")
        self._drive(0.0)
        return True

    def _end_animation(self) -> None:
        """A choice was made while things moved: be done, and let the agents decide first."""
        if self.busy:
            self.skip()
            self._drive(0.0)

    def _drive(self, dt: float) -> None:
        """Do what the match waits for: chance, the agents, then the turn itself."""
        if self.busy or self._finished:
            return
        if self.match.over:
            self._finish()
            return
        if self.match.to_act == (CHANCE,):
            self._play({CHANCE: self.match.draw()})
            return
        self._ask()
        self._wait = max(0.0, self._wait - dt)
        moves = {**self.chosen, **{seat: c.move for seat, c in self.decisions.items()}}
        if set(moves) == set(self.match.to_act) and (self._wait <= 0 or self.chosen):
            self._play(moves)

    def _ask(self) -> None:
        nodes = 20_000 if self.setup.demo else None
        limit = Limit(nodes=nodes, seconds=self.patience, mind=True)
        for seat in self._missing():
            try:
                decision = self.host.decide(seat, limit, wait=self.setup.demo)
            except HostFailed as problem:
                self.shell.toast(str(problem))
                continue
            if decision is None:
                continue
            self.decisions[seat] = decision
            if self.setup.humans or self.setup.demo:
                self.seals[seat] = sealed(decision, self._nonce)
                self.on_sealed(seat)
                if self.setup.glass_box:
                    self.mind_view.show(getattr(decision, "mind", None) or ())

    def on_sealed(self, seat: int) -> None:
        """An agent's choice was sealed."""

    def _nonce(self) -> str:
        if self._nonces is None:
            return secrets.token_hex(16)
        self._nonces.jump(len(self.match.turns))
        return f"{self._nonces.getrandbits(128):032x}"

    def _play(self, moves: dict[int, str]) -> None:
        legal = {seat: tuple(self.match.legal(seat)) for seat in moves if seat >= 0}
        events = self.match.play(moves)
        minds = {
            seat: marked(getattr(decision, "mind", None) or (), moves, legal)
            for seat, decision in self.decisions.items()
        }
        reveal = Reveal(moves, events, dict(self.seals), minds)
        self.decisions.clear()
        self.seals.clear()
        self.chosen.clear()
        self.host.played()
        self.last = reveal
        self._wait = self.pace
        self._unsaved += 1e-9
        if minds:
            self.mind_view.show(self.mind_of(reveal))
        self.show(reveal)

    def mind_of(self, reveal: Reveal) -> Mind:
        """Whose mind is shown: the last seat's that has one."""
        return reveal.minds[max(reveal.minds)]

    def undo(self) -> None:
        """Take back as far as the game allows: the last own choice, or one turn."""
        if self.spec.undo == "none" or not self.match.turns:
            return
        count = 1
        if self.spec.undo == "own":
            own = [n for n, turn in enumerate(self.match.turns) if self._own_choice(turn)]
            if not own:
                return
            count = len(self.match.turns) - own[-1]
        self.match.undo(count)
        self._changed()

    def _own_choice(self, turn: Any) -> bool:
        return any(seat in self.setup.humans for seat, _ in turn)

    def redo(self) -> None:
        """Play again what was taken back."""
        if self.match.can_redo:
            self.match.redo()
            self._changed()

    def _changed(self) -> None:
        self.decisions.clear()
        self.seals.clear()
        self.chosen.clear()
        self.host.restart()
        self.last = None
        self.on_changed()

    def on_changed(self) -> None:
        """Turns were taken back or played again: draw the state as it is now."""

    # -- the end, and keeping ----------------------------------------------------------

    def log(self) -> Log:
        """The match so far as plain data."""
        setup = self.setup
        return Log(setup.game, dict(setup.params), setup.seed, setup.seats, list(self.match.turns))

    def as_text(self) -> str:
        """The match so far as text (see `games.log`)."""
        return self._writer.encode(self.log())

    def save(self) -> None:
        """Keep the unfinished match, so that it can be continued."""
        profile, self._unsaved = self.shell.profile, 0.0
        if profile is None or not self.recorded or self._recorded or not self.match.turns:
            return
        if self.match.over:
            return
        try:
            text, game = self.as_text(), self.setup.game
            self.shell.library.save_match(profile.id, game, text, self.match_id)
            self.fullness = log.fullness(text, len(self.match.turns))
        except BadSave as problem:
            self.shell.toast(f"This match cannot be kept for later: {problem}")

    def _heed_length(self) -> None:
        """Say that an endless match is nearly as long as can be kept; end it before it is longer.

        `fullness` is how much of that length was used when the match was saved last.
        """
        if self._finished:
            return
        if self.fullness >= FULL:
            turns = f"{len(self.match.turns):,} turns"
            self.shell.toast(f"After {turns} this match is as long as can be kept, and ends here.")
            self.finish_now()
        elif self.fullness >= LONG and not self._told_length:
            self._told_length = True
            self.shell.toast(
                "This match is nearly as long as can be kept. "
                "It will end by itself, with its report, and counts."
            )

    def record(self) -> bool:
        """Keep the result, once; the unfinished match is no more. Returns whether it counts."""
        profile, library = self.shell.profile, self.shell.library
        if self._recorded or not self.recorded or profile is None or not self.match.turns:
            return False
        self._recorded = True
        fresh, result = self.match_id not in library.statistics(profile.id).finished, self.result()
        if not fresh:
            self.shell.toast("This match was finished before, in another window; it counts once.")
        elif result is not None:
            library.record(profile.id, result, self.match_id)
            keep_learned(self.shell, self.setup, self.match, profile.id)
        only = self.match_id if self.setup.match_id or not fresh else None
        library.finish_match(profile.id, self.setup.game, only)
        return fresh

    def _finish(self) -> None:
        self._finished = True
        self.record()
        if self.setup.demo:
            self.restart()
            return
        from games.shell.pages.result import ResultPage

        mood = self.report().mood
        self.shell.play_sound({"won": "win", "lost": "lose"}.get(mood, "opened"))
        self.shell.push(ResultPage(self.shell, self))

    def finish_now(self) -> None:
        """End an endless match here and show its report."""
        self.skip()
        self._finish()

    def restart(self) -> None:
        """Play again with the same setup and the next seed."""
        seed = log.next_seed(self.setup.seed)
        setup = dataclasses.replace(self.setup, seed=seed, match_id="")
        self.setup = with_memory(self.shell, setup)
        self.host.close()
        self._finished = self._recorded = False
        self.last = None
        self.mind_view.show(())
        self._begin(None)
        self.on_changed()

    def leave(self) -> None:
        """Keep the unfinished match and let the worker go."""
        self.save()
        self.host.close()

    def focus_lost(self) -> None:
        """Pause."""
        if not self.setup.demo:
            self.pause()

    def pause(self) -> None:
        """Stand still and show the pause page."""
        from games.shell.pages.setup import open_pause

        self.save()
        open_pause(self.shell, self)

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """Stage to the left, the mind view to the right; a drawer over the stage if narrow."""
        panel = None
        stage: Box = (0, 0, width, height)
        if self.shell.settings.mind_open:
            panel = (width - PANEL_WIDTH, 0.0, PANEL_WIDTH, height)
            if width >= 1000:
                stage = (0, 0, width - PANEL_WIDTH, height)
        self.stage, self.panel = stage, panel
        self.mind_view.place(panel)
        self.place(stage)

    def update(self, dt: float) -> None:
        """Move animations on, then the match."""
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)
        self.mind_view.update(dt)
        self.animate(dt)
        self._drive(dt)
        if self._unsaved:
            self._unsaved += dt
            if self._unsaved > SAVE_EVERY and not self.busy:
                self.save()
                self._heed_length()

    def next_frame(self) -> float | None:
        """At once while anything moves or an agent thinks."""
        if self.busy or self.moving or self.springs.moving or self.mind_view.moving:
            return 0.0
        if not self.setup.humans or self._missing() or self.match.to_act == (CHANCE,):
            return 0.0
        return LONGEST_STEP if self._unsaved else None

    def draw(self, canvas: Canvas) -> None:
        """The stage, then the mind view over or beside it, then the corner buttons."""
        with canvas.clip(self._visible_stage(canvas)):
            self.draw_stage(canvas)
        if self.panel is not None:
            self.mind_view.draw(canvas)
        self._draw_corner(canvas)

    def _visible_stage(self, canvas: Canvas) -> Box:
        right = self.stage[2] if self.stage[2] < canvas.width else canvas.width + canvas.width
        return (-canvas.width, -canvas.height, canvas.width + right, 3 * canvas.height)

    def corner_buttons(self) -> list[tuple[Box, str, str]]:
        """The small buttons for the mouse at the top right of the stage: box, icon, action."""
        right = self.stage[2] if self.panel is None else self.panel[0]
        names = (("pause", "pause"), ("help", "help"), ("mind", "mind"))
        return [
            ((right - 16 - 48 * (number + 1) + 8, 16.0, 40.0, 40.0), icon, action)
            for number, (icon, action) in enumerate(reversed(names))
        ]

    def toast_place(self, width: float) -> tuple[float, float, float]:
        """On the stage, beside the corner buttons, or below them where they leave no room."""
        left, right = self.stage[0] + 16, min(box[0] for box, _, _ in self.corner_buttons()) - 16
        if self.setup.demo or right - left >= 400:
            return left, 12.0, min(right - left, 760.0)
        edge = self.stage[0] + self.stage[2] if self.panel is None else self.panel[0]
        return left, 62.0, edge - 16 - left

    def corner_label(self, action: str) -> str:
        """What a corner button does, in words."""
        return BY_ID[action].label

    def _draw_corner(self, canvas: Canvas) -> None:
        if self.setup.demo:
            return
        for box, icon, action in self.corner_buttons():
            hovered = inside(box, *self.shell.input.state.pointer)
            canvas.panel(box, "high" if hovered else "raised", "line", 1.5, 10)
            canvas.icon(icon, (box[0] + 20, box[1] + 20), 22, "paper" if hovered else "quiet")
            if hovered:
                key = self.shell.input.label(action)
                label = f"{self.corner_label(action)} ({key})"
                wide, tall = canvas.text_width(label, NOTE) + 16, canvas.line_height(NOTE) + 6
                canvas.panel((box[0] + 40 - wide, box[1] + 44, wide, tall), "ink", "line", 1, 7)
                canvas.text(label, (box[0] + 48 - wide, box[1] + 44 + tall / 2), NOTE, "paper")

    # -- input -------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> bool:
        """Choices, then the table's own actions, then the game's."""
        if self.setup.demo:
            return self._handle_demo(event)
        if isinstance(event, Press):
            return self._press(event) or self.mind_view.handle(event) or self.handle_game(event)
        if (
            isinstance(event, Wheel)
            and self.panel is not None
            and inside(self.panel, event.x, event.y)
        ):
            return self.mind_view.handle(event)
        if isinstance(event, Pointer):
            return self.mind_view.handle(event) or self._pointer(event) or self.handle_game(event)
        return self.handle_game(event)

    def _handle_demo(self, event: InputEvent) -> bool:
        if isinstance(event, Press) and event.action == "back":
            self.shell.pop()
            return True
        return False

    def _press(self, event: Press) -> bool:
        if event.action.startswith("choice_") and not event.repeat:
            number = int(event.action.removeprefix("choice_")) - 1
            self._end_animation()
            return number < len(self.choice_boxes) and self.choose(self.choice_boxes[number][1])
        act = {
            "back": self.pause,
            "pause": self.pause,
            "help": self.open_help,
            "mind": self.toggle_mind,
            "skip": self.skip,
            "undo": self.undo,
            "redo": self.redo,
        }.get(event.action)
        if act is None or event.repeat:
            return False
        act()
        return True

    def _pointer(self, event: Pointer) -> bool:
        if event.kind == "down" and event.button == 1:
            for box, _, action in self.corner_buttons():
                if inside(box, event.x, event.y):
                    return self._press(Press(action))
        over_panel = self.panel is not None and inside(self.panel, event.x, event.y)
        hit = None
        if not over_panel:
            hit = next((m for box, m in self.choice_boxes if inside(box, event.x, event.y)), None)
        self.hovered_choice = hit
        if event.kind == "down" and event.button == 1 and hit is not None:
            self._end_animation()
            return self.choose(hit)
        if event.kind == "down" and self.busy and not over_panel:
            self.skip()
            return True
        return False

    def toggle_mind(self) -> None:
        """Open or close the mind view."""
        self.shell.change_settings(mind_open=not self.shell.settings.mind_open)
        self.layout(*self.shell.size)

    def open_help(self) -> None:
        """The pages that explain the rules and the agents."""
        from games.shell.pages.help import HelpPage

        pages, names = self.help_pages, self.action_names
        self.shell.push(HelpPage(self.shell, self.spec, pages, names))

    def draw_seat(self, canvas: Canvas, seat: int, name: str, score: str, left: bool) -> None:
        """A seat's mark, name and score in the top corner of the stage."""
        from games.shell.draw.theme import HEADING, LABEL, SEAT_COLOURS, SEAT_MARKS

        x = self.stage[0] + EDGE if left else self.stage[0] + self.stage[2] - EDGE
        side = 1 if left else -1
        align = "left" if left else "right"
        colour = SEAT_COLOURS[seat]
        canvas.icon(SEAT_MARKS[seat], (x + side * 12, 104), 24, colour)
        canvas.text(name, (x + side * 34, 104), LABEL, colour, "bold", align, 300)
        canvas.text(score, (x, 146), HEADING + 8, "paper", "title", align)


def marked(mind: Mind, moves: Mapping[int, str], legal: Mapping[int, tuple[str, ...]]) -> Mind:
    """The mind with what came true marked in every forecast of another seat's move."""
    items: list[MindItem] = []
    for item in mind:
        seat = item.forecast_of if isinstance(item, Bars) else None
        if isinstance(item, Bars) and seat is not None and seat in legal:
            truth, title = legal[seat].index(moves[seat]), item.past or item.title
            item = dataclasses.replace(item, truth=truth, title=title)
        items.append(item)
    return tuple(items)
