"""Virtual Karate on the screen: two fighters in a dojo at night, four tiles, a seal.

A round runs as the protocol has it: the opponent's move is sealed (the wax seal and the first
digits of its commitment), the person chooses, the seal opens, and `Exchange` shows for about a
second the effect of the two moves on each other. With two agents there is no choice, and a ribbon
of the last rounds stands in the tiles' place.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from games import catalog
from games.core import Seal, Turn
from games.counting import told_rule
from games.karate import help_values
from games.karate.dojo import DojoView, View, rule_lines, scoring_words
from games.karate.exchange import (
    IMPACT,
    RETURN,
    STILL_END,
    THOUGHT,
    Exchange,
    Round,
    length_of,
)
from games.karate.help_values import wall, workings
from games.karate.question import MatchQuestion
from games.karate.remarks import Teller, belt_words
from games.karate.report import report
from games.karate.rules import MOVES, need_dojo
from games.karate.thought import LEGEND
from games.mind import Mind, Note
from games.session.results import new_belt
from games.session.reveal import Reveal
from games.session.setup import Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import SERIES
from games.shell.draw.theme import SEAT_COLOURS
from games.shell.draw.toasts import Strip
from games.shell.draw.tween import Timer
from games.shell.hinting import JudgeHinting
from games.shell.hooks import Report
from games.shell.input import InputEvent, Pointer, Press
from games.shell.keys import in_hand
from games.shell.mind.panel import GOES_ON
from games.shell.pace import Pace
from games.shell.pages.seal_page import SealPage
from games.shell.shell import Shell
from games.shell.table import Table
from games.shell.widgets.form import inside
from games.store.statistics import MatchResult, Outcome, option_key

FINALE_SECONDS: Final = 1.2  # chosen by eye
HELD_AT: Final = (THOUGHT + RETURN) / 2
"""Seconds into an exchange when both poses stand, with their points and what was expected."""
STILL_HELD_AT: Final = STILL_END / 2
LEGEND_ROUNDS: Final = 3
"""In so many rounds the bubble is explained; by hand."""
SEALS_KEPT: Final = 8  # as many as a page of help shows well; chosen by eye
PACES: Final = (0.5, 0.75, 1.0, 1.5, 2.0, 4.0)  # times the usual speed
PACE_KEYS: Final = "{slower} slower, {faster} faster"
IDLE_FRAME: Final = 1 / 30  # seconds: breath is slow


class Scene(Table):
    """A karate match."""

    help_figures = staticmethod(help_values.help_figures)
    first_rules = staticmethod(rule_lines)
    hinting: JudgeHinting
    open_past = staticmethod(lambda session: True)  # every round is open once it was played
    action_names: ClassVar[Mapping[str, str]] = {
        "choice_1": "Punch",
        "choice_2": "Kick",
        "choice_3": "Parry a punch",
        "choice_4": "Parry a kick",
    }

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        """Open as the table has it; raises `BadOption` for points that no dojo shows."""
        need_dojo(setup.params)
        self.dojo = DojoView()
        super().__init__(shell, setup, turns)

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """Set all up for the start, or after the rounds that were fought before."""
        seat = self._thinker()
        self.rounds: list[Round] = []
        self.teller = Teller(seat, self.setup.seats[seat].agent, self.rounds)
        self.commitments: dict[int, str] = {}
        self._frames, self._wax_waits, self.ahead = 0, False, False
        self.opened: deque[tuple[int, Seal]] = deque(maxlen=SEALS_KEPT)
        self.exchange: Exchange | None = None
        self.held = False
        self._belt: str | None = None
        self._question = MatchQuestion(self.shell)
        self.pacing = Pace(PACES)
        self.session.turn_pause = 0.7 if self.setup.demo else 0.12
        self.finale = Timer(FINALE_SECONDS)
        self.dojo.begin()
        self.hinting = JudgeHinting(self)
        self.mind_view.owner = SEAT_COLOURS[1]
        self.mind_view.accent = SERIES[5]
        self.mind_view.caption = self.seat_name(self._thinker())
        for reveal in self.session.played:
            self.rounds.append(Round.of(reveal.events[0]))
            self.teller.count(reveal)
        self._line = tuple(self.rounds)
        self.mind_view.rules = self.first_rules(self.setup.params)
        if self.rounds:
            self.mind_view.show((Note(GOES_ON),))

    @property
    def _rival(self) -> int:
        """The seat of the opponent, whose choices are sealed."""
        return 1 if self.human is None else 1 - self.human

    @property
    def _fought(self) -> bool:
        """True if a person plays here, or a stand-in; else two agents are watched."""
        return bool(self.setup.humans) or self.setup.demo

    def _thinker(self) -> int:
        """Return the seat whose mind is shown: the last one that an agent fills."""
        return max(self.match.players, default=1)

    def toast_room(self) -> Strip:
        """Place toasts in the sky between the scores."""
        x, _, w, _ = self.stage
        wide = min(w - 400.0, 640.0)
        return Strip(x + (w - wide) / 2, 172.0, wide)

    # -- what happens ------------------------------------------------------------------

    def on_sealed(self, seat: int) -> None:
        """Stamp the seal; in a glass box the mind before the coming round is open."""
        if self.setup.glass_box:
            self._caption(len(self.rounds) + 1)
        if seat == self._rival:
            self._wax_waits = True
            if seat in self.session.seals:  # where nobody chooses it is opened at once
                number = len(self.rounds) + 1
                self.commitments[number] = self.session.seals[seat].commitment
                self.commitments.pop(number - SEALS_KEPT - 1, None)

    def _caption(self, number: int) -> None:
        """Caption the open mind: its seat, whom it addresses between agents, and the round."""
        seat = self.mind_view.shown_seat(self._thinker())
        whose = self.seat_name(seat)
        if not self.setup.humans:  # "you" is not who reads it
            whose = f"{whose} to {self.seat_name(1 - seat)}"
        self.mind_view.caption = f"{whose}, before round {number}"

    def show(self, reveal: Reveal) -> None:
        """Begin the exchange."""
        played = Round.of(reveal.events[0])
        self.rounds.append(played)
        if self._rival in reveal.seals:
            self.opened.append((len(self.rounds), reveal.seals[self._rival]))
        if self.setup.demo:
            self.dojo.pressed_move = played.moves[0]
        elif self.human is not None:
            self.dojo.press(played.moves[self.human])
        self._caption(len(self.rounds))
        self._frames, self.held, self.ahead = 0, False, False
        still, speed = self.shell.theme.reduced_motion, self.pacing.speed
        self.exchange = Exchange(played, still, speed, length_of(len(self.rounds)))
        self.shell.play_sound("drum")

    def on_changed(self) -> None:
        """Stand on guard; in a replay after the rounds that were fought by then."""
        self.exchange = None
        self.teller.close()
        self.finale.stop()
        if not self.setup.replay:
            return
        fought = self.session.played
        self.rounds[:] = self._line[: len(fought)]
        self.teller.count_again(fought)
        self.opened.clear()
        self._hold_exchange()
        first = max(0, len(fought) - SEALS_KEPT)
        for number, reveal in enumerate(fought[first:], start=first + 1):
            if self._rival in reveal.seals:
                self.opened.append((number, reveal.seals[self._rival]))

    def _hold_exchange(self) -> None:
        """Stand where the moves of the last round have met, or before a choice that is shown."""
        self.held = bool(self.rounds) and self.setup.asked is None
        self.dojo.pressed_move = self.rounds[-1].moves[0] if self.held else ""
        if self.held:
            self.last = self.session.last
            still = self.shell.theme.reduced_motion
            self.exchange = Exchange(self.rounds[-1], still)
            self.exchange.update(STILL_HELD_AT if still else HELD_AT)
            self._tell()

    def on_thoughts(self) -> None:
        """Open the opponent's bubble once its forecast is known."""
        if self.held:
            self.teller.count_again(self.session.played)
            self._tell()

    def animate(self, dt: float) -> None:
        """Move exchange, seal, breath and finale on.

        The opponent decides from the second frame of an exchange on, since the first one belongs to
        the key; but in a glass box its mind before the next round would open too early.
        """
        self.dojo.update(dt)
        self.finale.update(dt)
        if self.exchange is not None and not self.held:
            self._frames += 1
            self.teller.count(self.last)
            if self.exchange.update(dt):
                self.shell.play_sound(self.exchange.round.sound)
            if self.exchange.told:
                self._tell()
            if not self.exchange.running:
                self._end_exchange()
        elif self._wax_waits:
            self._wax_waits = False
            self.dojo.stamp.start()
            self.shell.play_sound("wax")
        self.ahead = self._frames > 1 and not self.setup.glass_box

    def _tell(self) -> None:
        """Open what the opponent had expected, once, where minds may be seen."""
        if self.last is None or self.teller.open or not self.session.minds_visible():
            return
        if self.teller.tell(self.last) and not self.held:
            self.shell.play_sound("knew")
        self.dojo.bubble.start()

    def _end_exchange(self) -> None:
        self.teller.count(self.last)
        self._tell()
        self.exchange = None
        if self.match.over and not self.shell.theme.reduced_motion:
            self.finale.start()

    @property
    def busy(self) -> bool:
        """True if the last round, or the end of the match, is still being shown."""
        return (self.exchange is not None and not self.held) or self.finale.running

    @property
    def moving(self) -> bool:
        """True if the picture moves by itself; breathing is slow and drawn less often."""
        return self.busy or self._wax_waits or self.dojo.moving

    def next_frame(self) -> float | None:
        """Ask for the next frame as the table has it, and now and then for the breath."""
        due = super().next_frame()
        if self.shell.theme.reduced_motion:
            return due
        return IDLE_FRAME if due is None else min(due, IDLE_FRAME)

    def skip(self) -> None:
        """Show the end of the exchange or of the finale at once."""
        if self.exchange is not None and not self.held:
            self._end_exchange()
        elif self.finale.running:
            self.finale.stop()

    def pause_entries(self) -> list[tuple[str, str, Callable[[], None]]]:
        """Return the seal can be checked from here, too."""
        return [("Check the seal", "lock", self._check_seal)] if self.commitments else []

    def _check_seal(self) -> None:
        """Open the page on which the seals of the last rounds are checked."""
        known = self.commitments
        under = [(n, known[n], seal) for n, seal in self.opened if n in known]
        sealed = self.commitments.get(len(self.rounds) + 1, "")
        self.shell.push(SealPage(self.shell, under, sealed))

    def handle_game(self, event: InputEvent) -> bool:
        """Check the seal on a press; while watching, change the pace."""
        if isinstance(event, Pointer):
            on_seal = bool(self.commitments) and inside(self.dojo.seal_box(), event.x, event.y)
            if on_seal and event.kind == "down" and event.button == 1:
                self._check_seal()
            return on_seal and event.kind == "down"
        by = {"faster": 1, "slower": -1}.get(event.action) if isinstance(event, Press) else None
        if by is None or self.setup.humans:
            return False
        self.pacing.change(by)
        return True

    def worked_out(self) -> Mapping[str, str]:
        """Return the opened seals, and the numbers of the mind on show."""
        seat = self.setup.seats[self.mind_view.shown_seat(self._thinker())]
        options = catalog.seated(self.spec.id, seat).options
        sharpness = float(options["beta"]) if "beta" in options else None
        view, table = self.mind_view, str(self.setup.params["table"])
        told = dict(help_values.seals_opened(self.opened))
        told |= workings(view.mind, table, view.caption, sharpness)
        told |= wall(view.mind, table, view.caption)
        person = 0 if self.human is None else self.human
        if rule := told_rule([fought.moves[person] for fought in self.rounds], len(MOVES)):
            told["now_rule"] = rule
        return told

    # -- the end -----------------------------------------------------------------------

    def report(self) -> Report:
        """Score, habits, how often they were foreseen, and what the opponent found out."""
        names = (self.seat_name(0), self.seat_name(1))
        found: Mind = self.session.findings(self._thinker()) if self.rounds else ()
        teller, belt = self.teller, self._new_belt()
        told = report(self.rounds, teller.foreseen, names, self.human, found, teller.bluff)
        if self.finished and self.human is not None:
            own = self.rounds, self.human, self.setup, self.session.profile
            told = replace(told, asks=self._question.asks(*own))
        return replace(told, brief=(*told.brief, *belt_words(belt))) if belt else told

    def _new_belt(self) -> str:
        """Return the belt that this match has won, looked for once it is recorded."""
        if self._belt is None and self.finished and self.session.keeping.before:
            self._belt = new_belt(self.session)
        return self._belt or ""

    def draw_end(self, canvas: Canvas) -> bool:
        """Draw the dojo with both in their last poses, and the opponent's surest wrong forecast."""
        bluff = self.teller.bluff
        number = 0 if bluff is None else bluff.number
        self.dojo.draw_end(canvas, self.look(), self.teller.bluffed, number, self._new_belt())
        return True

    def result(self, own: int) -> MatchResult | None:
        """Return the result to record."""
        if not self.rounds:
            return None
        other = self.setup.seats[1 - own]
        points = self.match.returns
        margin = points[own] - points[1 - own]
        known = [hit for hit in self.teller.foreseen if hit is not None]
        outcome: Outcome = "won" if margin > 0 else "lost" if margin < 0 else "drawn"
        if self.setup.params["rounds"] and not self.match.over:
            outcome = "played"
        return MatchResult(
            self.setup.game,
            other.agent,
            outcome,
            option_key({**self.setup.params, **other.options}),
            len(self.rounds),
            points[own],
            points[1 - own],
            best=margin if self.match.over and outcome != "lost" else None,
            best_text=f"{_signed(margin)} v {self.seat_name(1 - own)}"[:60],
            counters={"foreseen": sum(known), "forecasts": len(known), "rounds": len(self.rounds)},
        )

    # -- places ------------------------------------------------------------------------

    def place(self, stage: Box) -> None:
        """Place fighters in the middle, tiles at the bottom."""
        self.dojo.place(stage)
        self.choice_boxes = self.dojo.tiles if self.setup.humans else []

    # -- drawing -----------------------------------------------------------------------

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw the dojo, the fighters, what they scored, and what can be done."""
        view = self.look()
        self.dojo.draw_fight(canvas, view)
        for seat in (0, 1):
            self.draw_seat(canvas, seat, self.seat_name(seat), str(view.points[seat]), seat == 0)
        self.dojo.draw_around(canvas, view)

    def look(self) -> View:
        """Return the match as it is to be seen now."""
        hands, busy = self.shell.input, self.busy
        held = self.dojo.pressed.running or busy or self.held
        open_now = self.exchange is None or self.exchange.told
        return View(
            points=self._points(),
            exchange=self.exchange,
            poses=self._poses(),
            rounds=self.rounds if self._known else self.rounds[:-1],
            heading=self._round_words(),
            glass=self.setup.glass_box,
            fought=self._fought,
            sealed=self.session.seals.get(self._rival) if self.exchange is None else None,
            opened=self.opened[-1] if self.opened else None,
            prompt=self._prompt(),
            hovered=self.hovered_choice,
            pressed=self.dojo.pressed_move if held else "",
            ready=self.waiting_for_person is not None or busy or self.setup.demo,
            keys=[hands.label(f"choice_{number}") for number in range(1, len(MOVES) + 1)],
            pace=in_hand(hands, (f"Pace {self.pacing.speed:g}.", PACE_KEYS), "  "),
            thought=self.teller.thought if open_now else None,
            remarks=self.teller.remarks if open_now else (),
            legend=LEGEND if self.session.people and len(self.rounds) <= LEGEND_ROUNDS else (),
            check=bool(self.opened and self.commitments),
        )

    def _poses(self) -> tuple[str, str]:
        """On guard; when the match is over one has won."""
        points = self.match.returns
        if not self.match.over or points[0] == points[1]:
            return ("idle", "idle")
        return ("win", "lose") if points[0] > points[1] else ("lose", "win")

    def _points(self) -> tuple[int, int]:
        """Return the points as they stand on the screen: a round counts once its moves have met."""
        first, second = (int(points) for points in self.match.returns)
        if self.exchange is None or self._known:
            return first, second
        newest = self.exchange.round.points
        return first - newest[0], second - newest[1]

    @property
    def _known(self) -> bool:
        """True if the points of the round on the stage are known to the eye already."""
        return self.exchange is None or self.exchange.met or self.exchange.time > IMPACT

    def _round_words(self) -> str:
        total = int(self.setup.params["rounds"])
        looked_at = self.setup.replay and self.setup.asked is None
        shown = self.busy or self.match.over or self.held or looked_at
        now = max(1, len(self.rounds) + (0 if shown else 1))
        return f"Round {now} of {total}" if total else f"Round {now}, endless"

    def _prompt(self) -> str:
        """Return the task, or the points of the move under the mouse."""
        if self.hovered_choice is not None:
            return scoring_words(self.setup.params["table"], self.hovered_choice)
        if self.setup.demo:
            return ""
        if self.waiting_for_person is None:
            return "" if self.busy else "Your opponent is choosing."
        if self.rounds or self.hinting.words:
            return self.hinting.words
        return "Its move is under the seal. Now choose yours."


def _signed(margin: float) -> str:
    return f"{margin:+.0f}".replace("-", "−")
