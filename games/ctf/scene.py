"""Capture-the-flag on the screen: watched from above, or played in the fog by one of the four.

`games.ctf.model` holds the course of the match, `games.ctf.stage` draws the stage; the scene
gives them time, and takes a person's actions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final

from games.core import CHANCE, Event, Turn
from games.ctf import help_values, report
from games.ctf.board import TEAM_COLOURS, BotLook, FieldBoard
from games.ctf.guide_points import STOPS, foot, mate, own_bot, score
from games.ctf.maze import MOVES
from games.ctf.model import ROUND, InFog, LookedBack, Model, Play, SightCallbacks, Watch, words_of
from games.ctf.replay_steps import FieldReplaySteps
from games.ctf.rules.state import BOTS
from games.ctf.stage import Look, Stage, clock_words
from games.ctf.steering import DIRECTIONS, STAY
from games.mazes import shortest_way
from games.mind import Route
from games.session.setup import Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import SERIES
from games.shell.guide import GuidedTable
from games.shell.hooks import NO_CHOICES, CornerButton, Report
from games.shell.input import InputEvent, Pointer, Press
from games.shell.shell import Shell
from games.shell.strip_table import StripTable
from games.shell.watched import WatchedTable
from games.spec import Params
from games.store.statistics import MatchResult

LOUDEST: Final = 2.0
"""From this speed on nothing is heard of who is watched."""
MIND_SECONDS: Final = 0.5
"""A mind is read for so long at least; chosen by eye."""
HINT: Final = "The hint"
GO: Final = {"go_up": "up", "go_down": "down", "go_left": "left", "go_right": "right"}


def maze_words(params: Params) -> str:
    """Return the words on a maze that can be chosen again; "" for number 0, which cannot."""
    if params["layout"]:
        return "your own maze"
    return f"maze {params['map']}" if params["map"] else ""


class Scene(StripTable, WatchedTable, GuidedTable):
    """The page of a match."""

    stands_on_choice = True
    contexts = ("menu", "play", "all")
    seat_colours = TEAM_COLOURS * 2
    says_you = "unnamed"
    turn_pause = 0.0
    skip_chooses = True
    guiding = STOPS
    spared = (own_bot, mate, score, foot)
    help_figures = staticmethod(help_values.help_figures)
    open_past = staticmethod(lambda session: True)  # what a team saw and believed was on its screen
    action_names: ClassVar[Mapping[str, str]] = {
        **NO_CHOICES,
        "skip": "Go on, or stop, where you watch",
    }

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        self.hearing = False
        self._last: Model | None = None
        self._embers: tuple[int, ...] | None = None
        super().__init__(shell, setup, turns)
        self.mind_view.accent = SERIES[2]

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """Begin a match, or take it up after some turns."""
        plays = bool(self.session.people) and not self.setup.replay
        if not plays:
            self.session.clock = None
        self._close_last()
        self.running = self._last = self._running(plays)
        self.pacing = self.running.pace
        if self._embers is None or not set(self._embers) <= set(self.running.teams):
            self._embers = self.running.teams
        self.board = FieldBoard(self.running.tape[0].state.field)
        self.stage_view = Stage(self.board)
        self._minded = math.inf

    def _running(self, plays: bool) -> Model:
        """Return the course of the match: played, watched, or looked at through a seat's eyes."""
        told = SightCallbacks(self._on_event, self._on_thought)
        if self._eyes is not None:
            return LookedBack(self.session, told, self._eyes)
        return Play(self.session, told) if plays else Watch(self.session, told)

    @property
    def _eyes(self) -> int | None:
        """The seat through whose eyes the match is looked at again, None where all lies open."""
        setup = self.setup
        return setup.eyes if setup.asked is None else setup.asked

    def _close_last(self) -> None:
        """Let go of what the last match needed."""
        if self._last is not None:
            self._last.close()

    def leave(self) -> None:
        """Leave as every table, and end the process that plays ahead."""
        super().leave()
        self._close_last()

    def animate(self, dt: float) -> None:
        """Move what a table moves; at a moment of a review only what the team believed there."""
        super().animate(dt)
        if self.setup.asked is not None and self.moving:
            self.running.lenses.think(self.running.tape)

    def drive(self, dt: float) -> None:
        """Let the match go on, and what each team believes."""
        running = self.running
        running.lenses.think(running.tape)
        self.stage_view.flashes.update(dt)
        self._minded += dt
        if self.finished:
            return
        if self.explaining:
            running.breathe()
            return
        running.advance(dt)
        if running.ended:
            self.finish()

    def _on_event(self, event: Event) -> None:
        """A catch or a dot comes into sight."""
        running = self.running
        quiet = not running.fogged and self.pacing.speed > LOUDEST
        if isinstance(running, Play):
            self.stage_view.flashes.play(event, running.state, running.seat)
        if event.kind == "catch":
            self.stage_view.flashes.ring(event.data["cell"], event.data["ghost"] % 2)
            if isinstance(running, Play) and event.data["pacman"] == running.seat:
                running.steering.stop()
            if not quiet:
                self.shell.play_sound("capture")
        elif event.kind == "eat" and not quiet:
            theirs = isinstance(running, Play) and event.data["bot"] % 2 != running.team
            self.shell.play_sound("miss" if theirs else "hit")

    def _on_thought(self) -> None:
        """A mind is new: show it, not more often than it can be read."""
        minds = self.running.minds
        if minds and self.panel is not None and self._minded >= MIND_SECONDS:
            self._minded = 0.0
            self.mind_view.show(self.mind_view.pick(minds))
            if self.mind_view.showing is not None:
                self.show_mind_of(self.mind_view.showing)

    def show_mind_of(self, seat: int) -> None:
        """Say whose mind is on show; in the fog it can only be the mate's."""
        super().show_mind_of(seat)
        if self.running.fogged:
            self.mind_view.caption = f"{self.seat_name(seat)}, your mate"

    def _go_to(self, moment: int) -> None:
        """Stand at a moment of the match."""
        running = self.running
        running.stand_at(moment)
        self.stage_view.flashes.forget()
        self._minded = math.inf
        self._on_thought()
        if self.setup.replay and self.setup.asked is None:
            told = {team: running.belief(team) for team in running.teams}
            names = (self._team_name(0), self._team_name(1))
            self.mind_view.show(report.believed(told, names, not running.fogged))

    @property
    def moving(self) -> bool:
        """True if the picture moves by itself."""
        running = self.running
        going = not self.finished and not running.still
        if self.setup.asked is not None:
            return not running.lenses.have_heard(running.moment)
        return going or self.stage_view.flashes.moving or running.thinking or super().moving

    def pause(self) -> None:
        """Stand still; what comes after begins with a breath."""
        if not self.session.over:
            self.running.breathe()
        super().pause()

    # -- what a person does ------------------------------------------------------------

    def press(self, event: Press) -> bool:
        """Steer, step, change the speed or what is shown; else as the table has it."""
        action = event.action
        if self.explaining and action == "confirm":
            return super().press(event)
        if not self.finished and (self._steer(action) or self._order(action)):
            if not event.repeat:
                self.skip_words()
            return True
        if action == "confirm" and not event.repeat:
            action = "skip"  # by a pad, too
        act: dict[str, Callable[[], None]] = {
            "beliefs": self._turn_beliefs,
            "readings": self._turn_readings,
            "hint": self._hint,
            "more": self.stage_view.unfold,
            "undo": lambda: self.step(-1),  # over the moments: a move is never taken back
        }
        if action in act:
            act[action]()
            return True
        return super().press(event._replace(action=action))

    def _steer(self, action: str) -> bool:
        """Turn the person's bot, where there is one."""
        stay = action == "confirm" or (action == "skip" and self.setup.asked is not None)
        direction = STAY if stay else GO.get(action, action)
        if direction not in (*DIRECTIONS, STAY):
            return False
        if self.setup.asked is not None:
            return self.choose(direction)
        if not isinstance(self.running, Play):
            return False
        self.running.steering.turn(direction)
        self.running.end_hint()
        return True

    def _order(self, action: str) -> bool:
        """Order the mate what an action names; return False for another action."""
        running = self.running
        return isinstance(running, Play) and running.give_by(action)

    def handle_game(self, event: InputEvent) -> bool:
        """Handle a click on a cell: go there, or as near to a wall as one can stand."""
        if not (isinstance(event, Pointer) and event.kind == "down" and event.button == 1):
            return super().handle_game(event)
        cell = self.board.near(event.x, event.y)
        over = self.on_panel(event)
        if cell is None or over or self.finished:
            return False
        goal = self.board.field.number[cell]
        if self.setup.asked is not None:
            field, here = self.board.field, self.running.state.bots[self.setup.asked]
            way = shortest_way(field.ways, here, goal)
            return self.choose(MOVES[way[0]] if way else STAY)
        if not isinstance(self.running, Play):
            return False
        self.running.steering.go_to(goal)
        self.running.end_hint()
        return True

    @property
    def watched(self) -> bool:
        """True if the match can be held: who plays cannot."""
        return not self.running.fogged and not self.setup.demo

    def _hint(self) -> None:
        """Ask for a hint, for more of it, or go on."""
        running = self.running
        if not isinstance(running, Play) or self.finished or not self.hint_rule.allows():
            return
        running.hint()
        self._minded = math.inf
        if running.hints.mind:
            self.mind_view.caption = HINT
            self.mind_view.show(running.hints.mind)
            if self.panel is None:
                self.toggle_mind()

    def step(self, by: int) -> None:
        """Stop, and go one move on or back; who plays cannot."""
        if self.running.fogged:
            self.shell.toast("A match that you play goes on by itself; watch it again afterwards.")
        elif by > 0:
            self.pacing.step()
        else:
            self.pacing.hold()
            self._go_to(self.running.moment - 1)

    def change_speed(self, by: int) -> None:
        """Play faster or slower."""
        self.running.change_speed(by)
        self.shell.toast(f"Speed: {words_of(self.running.rate / ROUND)}.")

    def _turn_beliefs(self) -> None:
        """Show the next choice of beliefs: both, one, the other, none."""
        teams = self.running.teams
        choices = [teams, *([(team,) for team in teams] if len(teams) > 1 else []), ()]
        self._embers = choices[(choices.index(self._embers or ()) + 1) % len(choices)]

    def _turn_readings(self) -> None:
        """Show what is heard and how far each sees, or not."""
        self.hearing = not self.hearing

    # -- looking back ------------------------------------------------------------------

    def on_changed(self) -> None:
        """Take in another match, or another moment of one that is looked at again."""
        if self.setup.replay:
            self._go_to(sum(1 for turn in self.match.turns if turn[0][0] != CHANCE))
            return
        self.begin()
        self.place(self.stage)

    def again(self) -> FieldReplaySteps:
        """Return how the match is looked at again: a moment is a move."""
        return FieldReplaySteps(
            self, self.running, self.stage_view, self._go_to, self.changed, self.show_again
        )

    # -- the end -----------------------------------------------------------------------

    def _team_name(self, team: int) -> str:
        """Return the name of a team."""
        first, second = (self.seat_name(seat) for seat in (team, team + 2))
        return first if first == second else f"{first} & {second}"

    def counted(self, found: MatchResult) -> MatchResult:
        """Return the points of both teams; the opponent is who has the other team."""
        return report.against_team(found, self.setup, self.running.tape, found.own)

    def worked_out(self) -> Mapping[str, str]:
        """Return the beliefs of the teams on show at the present moment."""
        found = ((team, self.running.belief(team)) for team in self.running.teams)
        return help_values.workings((team, frame) for team, frame in found if frame is not None)

    def report(self) -> Report:
        """Return the winner, and the rightness of the beliefs."""
        teams = (self._team_name(0), self._team_name(1))
        running = self.running
        own = running.team if isinstance(running, Play) else None
        maze = maze_words(self.setup.params)
        return report.report(running.tape, teams, running.lenses, own, running.late, maze)

    # -- the stage ---------------------------------------------------------------------

    def place(self, stage: Box) -> None:
        """Place the field between the score and what is believed."""
        self.stage_view.place(stage)
        self.foot = self.stage_view.foot

    def corner_buttons(self) -> list[CornerButton]:
        """Return every table's buttons, and a row below the field."""
        return [*super().corner_buttons(), *self.stage_view.buttons(self.look())]

    def corner_left(self) -> float:
        """Return the left end of the corner buttons at the top."""
        return min(button.box[0] for button in super().corner_buttons())

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw the whole stage."""
        self.stage_view.draw(canvas, self.look())
        self.draw_guide(canvas)

    def look(self) -> Look:
        """Return the present look."""
        running, replay = self.running, self.setup.replay
        heard = running.heard()
        counting = isinstance(running, Play) and not self.session.over and not self.explaining
        minds = self.panel is not None and not replay and not self.finished
        made, best = self._judged_cells()
        rate = running.rate if self._plays else running.rate / running.pace.speed
        return Look(
            state=running.state,
            bots=tuple(self._bots()),
            beliefs={team: running.belief(team) for team in running.teams},
            teams=(self._team_name(0), self._team_name(1)),
            embers=self._embers or (),
            heard=heard if self.hearing and not heard.over else None,
            hearing=self.hearing,
            fogged=running.fogged,
            held=self.pacing.held,
            replay=replay,
            demo=self.setup.demo,
            countdown=running.wait if isinstance(running, Play) and counting else 0.0,
            late=running.late if running.late_told else 0,
            ways=self._ways() if minds or running.hint_words else {},
            numbered=self._named_cells(minds),
            speed="" if replay else words_of(running.rate / ROUND),
            corner=self.corner_left(),
            label=self.shell.input.label,
            new=self.key_uses.new,
            pad=self.shell.input.state.device == "gamepad",
            goal=running.goal if isinstance(running, Play) else None,
            maze=maze_words(self.setup.params),
            hint=running.hint_words,
            at_choice=self.setup.asked is not None,
            asked=self.setup.asked is not None and self.waiting_for_person is not None,
            made=made,
            best=best,
            orders=running.orders,
            ordering=self._plays and not self.finished,
            clock="" if replay else clock_words(running.state, rate),
            own=running.own_points if isinstance(running, Play) and self._plays else None,
        )

    def _named_cells(self, minds: bool) -> bool:
        """Return whether columns and rows have numbers: where a hint, the open numbers of `minds`
        or a replay name cells.
        """
        profile, again = self.shell.profile, self.setup.replay and self.panel is not None
        numbers = minds and profile is not None and profile.numbers
        return bool(self.running.hint_words) or numbers or again

    @property
    def _plays(self) -> bool:
        """True while a person plays a match that goes on."""
        return isinstance(self.running, Play) and self.setup.asked is None and not self.setup.replay

    def _judged_cells(self) -> tuple[int | None, int | None]:
        """Return the cells of a judged move and of the better one, None where none is judged."""
        if self.judged is None:
            return None, None
        ways = self.board.field.ways[self.running.state.bots[self.judged.seat]]
        return ways[MOVES.index(self.judged.move)], ways[MOVES.index(self.judged.best)]

    def _ways(self) -> dict[int, tuple[int, ...]]:
        """Return the cells that bots mean to go over, as far as their minds are open."""
        running, field, found = self.running, self.board.field, {}
        if isinstance(running, Play) and running.hints.best:
            here = running.state.bots[running.seat]
            return {running.seat: (here, field.ways[here][MOVES.index(running.hints.best)])}
        for seat, mind in running.minds.items():
            for way in (item for item in mind if isinstance(item, Route)):
                cells = [field.named(name) for name in way.cells]
                found[seat] = tuple(cell for cell in cells if cell is not None)
        return found

    def _bots(self) -> list[BotLook]:
        """Return the bots that who looks may see, the one that a person steers last."""
        looks, running = [], self.running
        own = running.seat if isinstance(running, InFog) else None
        still = self.shell.theme.reduced_motion or self.setup.replay or self.pacing.waits
        for bot in BOTS:
            found = running.way(bot)
            if found is None:
                continue
            way, seen = found
            way = way._replace(share=1.0) if still else way
            ghost = self.board.field.home[way.cell] == bot % 2
            looks.append(BotLook(bot, way, ghost, seen, bot == own))
        return sorted(looks, key=lambda look: look.own)
