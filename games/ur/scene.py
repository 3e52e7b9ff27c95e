"""The Royal Game of Ur on the screen: board, dice, pieces that travel, and who is likely to win.

The dice are thrown for everybody; a person then takes a move by one click on a piece or on where
it would go, by its number, or by arrows and confirm. A forced pass is told and goes by itself. A
watcher, the judge, says after every turn how likely each side is to win; where agents play alone,
the table can be stopped, stepped and rewound, which also is the replay of a finished game.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from games import catalog
from games.agents import Judge
from games.mind import Mind
from games.session.session import Reveal
from games.session.setup import HUMAN
from games.shell import shell as shell_scenes
from games.shell.draw.tween import Timer
from games.shell.hooks import Report
from games.shell.input import InputEvent, Pointer, Press
from games.shell.shell import Shell
from games.store.statistics import MatchResult, option_key
from games.ur import SIDES, figures
from games.ur.dice import Dice
from games.ur.drawing import Ground
from games.ur.motion import PASS_SECONDS, Flash, Travel
from games.ur.replay import Replay
from games.ur.review import copy_text, costliest, report
from games.ur.rules import GAME, NOT_ROLLED, PASS, State
from games.ur.stage import ACTION_WORDS

PACES: Final = (0.5, 0.75, 1.0, 1.5, 2.0, 4.0, 8.0)
USUAL: Final = 2
STOPPED: Final = "Stopped. Space goes on, the period key steps."


class Scene(Replay):
    """A game of Ur."""

    help_figures = staticmethod(figures.help_figures)
    pace = 0.3
    paces = PACES
    patience = 20.0  # the deep searches shall reach the depth that is their name

    @classmethod
    def workshop(
        cls, shell: Shell
    ) -> list[tuple[str, str, Callable[[Mapping[str, Any]], shell_scenes.Scene]]]:
        """Position editor and training room."""
        return [
            ("Editor", "edit", lambda params: _editor(shell, GAME.new(params))),
            ("Training", "stats", lambda params: _training_room(shell, params)),
        ]

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """Everything at the start, or where the turns that were played before have led."""
        if not hasattr(self, "ground"):
            self._first_time()
        self.dice = Dice(self.setup.params["rules"])
        self.travel: Travel | None = None
        self.flashes: list[Flash] = []
        self.passing = Timer(PASS_SECONDS)
        self.cursor: int | None = None
        self.held = self.stepping = self.replaying = False
        self.told = ""
        self.shown: State = self.seen
        self.mind_view.accent = "blue"
        self.judge = cast(Judge, catalog.watcher(self.setup.game, "judge"))
        self.judged = False
        self._load_judge()
        self.minds, self.slips, self.course, self.length = {}, {}, (), 0
        self.name_mind()
        self.on_changed()

    def _first_time(self) -> None:
        self.ground = Ground()
        self.level = USUAL
        self.hints = True
        self.show_values = self.show_names = None

    def _load_judge(self) -> None:
        """Let the judge find its table: at once in attract mode, else while frames go on."""
        params = self.setup.params
        judge = self.judge

        def prepare() -> None:
            judge.prepare(params["rules"], params["pieces"])

        self._preparing = threading.Thread(target=prepare, daemon=True)
        self._preparing.start()
        if self.setup.demo:
            self._preparing.join()
            self._seat_judge()

    def _seat_judge(self) -> None:
        if not self.judged and not self._preparing.is_alive():
            self.judged = True
            self.match.watch(self.judge)

    @property
    def speed(self) -> float:
        """How much faster than usual everything moves."""
        return PACES[self.level]

    @property
    def tempo(self) -> float:
        """Turns follow each other as fast as everything moves."""
        return self.speed

    def seat_name(self, seat: int) -> str:
        """Who fills a seat, for people."""
        agent = self.setup.seats[seat].agent
        if agent == HUMAN:
            if len(self.setup.humans) > 1:
                return SIDES[seat].capitalize()
            profile = self.shell.profile
            return profile.name if profile is not None else "You"
        if agent == "demo":
            return "Guest"
        return str(catalog.agent(self.setup.game, agent).name)

    def mind_of(self, reveal: Reveal) -> Mind:
        """The mind of the seat that moved; one that passed had none, and the guest's is closed."""
        seat = max(reveal.minds)
        if self.setup.seats[seat].agent == "demo" or not reveal.minds[seat]:
            return self.mind_view.mind
        self.name_mind(seat)
        self._keep_mind(seat, reveal.minds[seat], len(self.match.turns))
        return reveal.minds[seat]

    # -- what happens ------------------------------------------------------------------

    def drive(self, dt: float) -> None:
        """Let the game go on, unless it is held; or the replay."""
        self._seat_judge()
        if self.held and not self.stepping:
            return
        if self.replaying:
            self._replay(dt)
            return
        if self._must_pass():
            self.session.chosen[self.match.to_act[0]] = PASS
        turns = len(self.match.turns)
        super().drive(dt)
        if len(self.match.turns) != turns:
            self.stepping = False

    def _must_pass(self) -> bool:
        state = self.seen
        return state.moves == (PASS,) and state.turn in self.setup.humans and not self.busy

    @property
    def waiting_for_person(self) -> int | None:
        """Nobody chooses while a finished game is looked at again."""
        return None if self.replaying else super().waiting_for_person

    def show(self, reveal: Reveal) -> None:
        """Throw the dice, send a piece on its way, or tell of a pass."""
        before, self.shown = self.shown, self.seen
        still = self.shell.theme.reduced_motion
        self.cursor = None
        if not self.replaying:
            self._forget_minds()
        self._choices()
        event = reveal.events[0]
        seat = event.data["seat"]
        if event.kind == "roll":
            turn = len(self.match.turns)
            self.dice.throw(seat, event.data["roll"], turn, self.speed, still)
            self.shell.play_sound("move")
            if self.seen.moves == (PASS,):
                self.passing.start(self.dice.timer.seconds + PASS_SECONDS / self.speed)
        elif event.kind == "move":
            self._send(event.data, before, still)
        self.told = self._status()
        self._show_judge()

    def _show_judge(self) -> None:
        """The judge's mind is open before a costly choice, and between two people."""
        if self.slip is not None and not self.dice.rolling:
            self._weigh_slip(self.slip)
        elif not self.match.players and self.judged and not self.dice.rolling:
            self.mind_view.show(self.judge.mind())

    def _send(self, data: Any, before: State, still: bool) -> None:
        seat, start, end = data["seat"], data["from"], data["to"]
        path = self.layout_of.way(seat, start, end, before)
        victim = None
        hidden = [(seat, end)]
        if data["capture"]:
            other = 1 - seat
            home = self.layout_of.place(other, 0, before.home(other), before.pieces)
            victim = (path[-1], home)
        self.travel = Travel(seat, path, victim, tuple(hidden), self.speed)
        self.arriving = data
        if still:
            self._land()
            self.travel = None

    def _land(self) -> None:
        """The piece has arrived: sound and flash."""
        data = self.arriving
        assert self.travel is not None
        place = self.travel.path[-1]
        if data["capture"]:
            self._flash("capture", place, "capture")
        elif data["off"]:
            self._flash("off", place, "right")
        elif data["extra_roll"]:
            self._flash("rosette", place, "opened")
        else:
            self.shell.play_sound("press")

    def _flash(self, kind: str, place: tuple[float, float], sound: str) -> None:
        self.flashes.append(Flash(kind, place))
        self.shell.play_sound(sound)

    def animate(self, dt: float) -> None:
        """Move dice, pieces and flashes on."""
        rolling = self.dice.rolling
        self.dice.timer.update(dt)
        if rolling:
            self._show_judge()
        self.passing.update(dt)
        for flash in self.flashes:
            flash.time += dt * max(1.0, self.speed)
        self.flashes = [flash for flash in self.flashes if flash.running]
        if self.travel is not None:
            if self.travel.update(dt):
                self._land()
            if not self.travel.running:
                self.travel = None

    @property
    def busy(self) -> bool:
        """Whether dice tumble, a piece is on its way, or a pass is being told."""
        return self.travel is not None or self.dice.rolling or self.passing.running

    @property
    def moving(self) -> bool:
        """Whether something moves by itself."""
        return self.busy or bool(self.flashes) or (self.replaying and not self.held)

    def next_frame(self) -> float | None:
        """As the table has it; nothing comes while the table is held."""
        if self.held and not self.moving and not self.springs.moving and not self.stepping:
            return 0.0 if self.mind_view.moving else None
        due = super().next_frame()
        if due is None and (not self.judged or self._must_pass()):
            return 0.0
        return due

    def skip(self) -> None:
        """End what moves; with nothing moving, take the move under the cursor."""
        if self.busy:
            if self.travel is not None and not self.travel.landed:
                self._land()
            self.travel = None
            self.dice.timer.stop()
            self.passing.stop()
            self._show_judge()
        elif self.watched:
            self.held = not self.held
            self.told = self._status()
        elif self.waiting_for_person is not None:
            self._confirm()

    def _confirm(self) -> None:
        moves = self.seen.moves
        if self.cursor is not None or len(moves) == 1:
            self.choose(moves[self.cursor or 0])

    def on_changed(self) -> None:
        """Show the state as it is now."""
        state = self.shown = self.seen
        self.travel = None
        self.passing.stop()
        self.flashes = []
        self.cursor = None
        rolled = state.roll if state.roll != NOT_ROLLED else None
        self.dice.lie(state.turn, rolled, len(self.match.turns))
        self._choices()
        self.told = self._status()
        self._recall()
        self._show_judge()

    # -- choosing ----------------------------------------------------------------------

    def press(self, event: Press) -> bool:
        """Moves by their number; confirm; back leaves a replay."""
        if event.action.startswith("choice_") and not event.repeat:
            return self._number(int(event.action.removeprefix("choice_")) - 1, event.device)
        if event.action == "confirm":
            self.skip()
            return True
        if event.action == "back" and self.replaying and not event.repeat:
            self.end_replay()
            return True
        return super().press(event) or self.handle_game(event)

    def _number(self, number: int, device: str) -> bool:
        """The n-th legal move; a gamepad's first button confirms where the cursor was moved."""
        if self.busy:
            self.skip()
        if device == "gamepad" and number == 0 and self.cursor is not None:
            number = self.cursor
        moves = self.seen.moves
        return number < len(moves) and self.choose(moves[number])

    def handle_game(self, event: InputEvent) -> bool:
        """Arrows go through the moves; the rest are the table's small tools."""
        if not isinstance(event, Press):
            return False
        if event.action in ("up", "down", "left", "right"):
            return self._arrow(event.action)
        tool: Callable[[], None] | None = {
            "faster": lambda: self._change_speed(1),
            "slower": lambda: self._change_speed(-1),
            "step": self.step,
            "step_back": self.step_back,
            "hints": lambda: self.set_hints(not self.hints),
            "truth": self._toggle_values,
            "copy": self.copy,
            "squares": lambda: self.set_names(not self.names_shown),
            "to_start": lambda: self.go_to(1),
            "to_end": lambda: self.go_to(self.length + 1),
        }.get(event.action)
        if tool is None or event.repeat:
            return False
        tool()
        return True

    def _arrow(self, action: str) -> bool:
        """Go through the moves; where nobody plays through the turns and the mistakes."""
        if self.replaying and action in ("up", "down"):
            self.to_slip(1 if action == "down" else -1)
            return True
        if self.watched and action in ("left", "right"):
            (self.step if action == "right" else self.step_back)()
            return True
        if self.waiting_for_person is None:
            return False
        by = 1 if action in ("right", "up") else -1
        count = len(self.seen.moves)
        start = -1 if by > 0 else 0
        self.cursor = ((start if self.cursor is None else self.cursor) + by) % count
        return True

    def _change_speed(self, by: int) -> None:
        self.level = max(0, self.level + by) % len(PACES)  # the mouse has one button for it
        self.shell.toast(f"Speed {self.speed:g}.")

    def point(self, event: Pointer) -> bool:
        """A click on the graph of a replay goes there."""
        return self.on_graph(event) or super().point(event)

    def _toggle_values(self) -> None:
        self.show_values = not self.values_shown

    def set_level(self, level: int) -> None:
        """Take a speed by its place in `paces`."""
        self.level = level

    def set_hints(self, shown: bool) -> None:
        """Show or hide the legal moves."""
        self.hints = shown

    def set_names(self, shown: bool) -> None:
        """Show or hide the numbers of the squares."""
        self.show_names = shown
        self.layout(*self.shell.size)

    def copy(self) -> None:
        """The game as text, for the clipboard or a file."""
        self.shell.toast(copy_text(self.shell, self.session.as_text()))

    # -- the end -----------------------------------------------------------------------

    def report(self) -> Report:
        """Who won, the course of the game, luck and skill, the costliest mistakes."""
        if not self.judged:
            self._preparing.join()
            self._seat_judge()
        names = (self.seat_name(0), self.seat_name(1))
        return report(self.seen, self.judge, names, self.setup.humans)

    def result(self) -> MatchResult | None:
        """What is recorded of a game that was played to its end by one person."""
        seat = self.human
        state = self.seen
        if seat is None or len(self.setup.humans) > 1 or state.winner is None:
            return None
        other = self.setup.seats[1 - seat]
        won = state.winner == seat
        return MatchResult(
            self.setup.game,
            other.agent,
            "won" if won else "lost",
            option_key({**self.setup.params, **other.options}),
            len(self.match.turns),
            float(state.off(seat)),
            float(state.off(1 - seat)),
            counters={"turns": len(self.match.turns)},
        )

    def result_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """The game can be watched again, and its costliest choice set up in the editor."""
        found: list[tuple[str, str, Callable[[], None]]] = [("Replay", "play", self.replay)]
        step = costliest(self.judge, self.setup.humans or (0, 1))
        if step is not None:
            found.append(("Mistake", "eye", lambda: self._show_mistake(step.before)))
        return found

    def _show_mistake(self, before: State) -> None:
        """The position of a choice with the best move marked; back leads to the report again."""
        self.shell.push(self.shell.doors.result(self.shell, self))
        self.shell.push(_editor(self.shell, before))

    def pause_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """The workshop beside the game."""
        from games.ur.tools import Tools

        shell, params = self.shell, self.setup.params

        def to_report() -> None:
            shell.pop()
            self.end_replay()

        return [
            *([("Back to the report", "stats", to_report)] if self.replaying else []),
            ("Position editor", "edit", lambda: shell.push(_editor(shell, self.seen))),
            ("Training room", "stats", lambda: shell.push(_training_room(shell, params))),
            ("Tools", "fast", lambda: shell.push(Tools(shell, self))),
        ]

    def help_text(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """The figures, and what this game's own keys do."""
        actions = {f"choice_{number}": f"Move {number}" for number in range(1, 8)}
        actions |= ACTION_WORDS
        return self.help_figures(), actions

    def _status(self) -> str:
        """What is going on, in one sentence."""
        state = self.seen
        if state.winner is not None:
            return f"{self.seat_name(state.winner)} wins."
        if words := self.slip_words():
            return words
        yours = state.turn in self.setup.humans
        two = len(self.setup.humans) > 1
        who = self.seat_name(state.turn)
        if state.roll == NOT_ROLLED:
            return self._after_words() or (STOPPED if self.watched and self.held else "")
        if state.moves == (PASS,):
            why = "A roll of 0" if state.roll == 0 else f"No piece can move {state.roll}"
            return f"{why}: the turn passes."
        if not yours:
            return f"{who} rolled {state.roll}."
        start = f"{who}: choose" if two else "Choose"
        return f"{start} a piece to move {state.roll}."

    def _after_words(self) -> str:
        """What the last move did, where that matters."""
        if self.last is None or not self.last.events:
            return ""
        data = self.last.events[0].data
        again = data.get("extra_roll")
        if data.get("capture"):
            return "Captured: roll again." if again else "Captured: back to the start."
        return "A rosette: roll again." if again else ""


def _editor(shell: Shell, state: State) -> shell_scenes.Scene:
    from games.ur.editor import Editor

    return Editor(shell, state)


def _training_room(shell: Shell, params: Mapping[str, Any]) -> shell_scenes.Scene:
    from games.ur.training_room import TrainingRoom

    return TrainingRoom(shell, params)
