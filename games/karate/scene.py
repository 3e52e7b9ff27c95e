"""Virtual Karate on the screen: two fighters in a dojo at night, four tiles, a seal.

A round runs as the protocol has it: the opponent's move is sealed (the wax seal and the first
digits of its commitment), the person chooses, the seal opens, and `Exchange` shows for about a
second what the two moves did to each other. With two agents there is nothing to choose, and a
ribbon of the last rounds stands in the tiles' place.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import ClassVar, Final

from games import catalog
from games.core import Seal
from games.karate import figures
from games.karate.exchange import Exchange, Round, result_words
from games.karate.fighters import (
    ICONS,
    NAMES,
    SCENERY,
    Ground,
    Stand,
    breath,
    draw_exchange,
    draw_guard,
    make_ready,
)
from games.karate.report import report
from games.karate.rules import MOVES, POINTS
from games.mind import Mind, Note
from games.session.session import Reveal
from games.session.setup import HUMAN
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import (
    ANSWER_SECONDS,
    EDGE,
    GRID,
    HEADING,
    NOTE,
    SEAT_COLOURS,
    TEXT,
)
from games.shell.draw.tween import Timer, ease_in_out, overshoot
from games.shell.hooks import Report
from games.shell.input import InputEvent, Press
from games.shell.mind.panel import GOES_ON
from games.shell.table import Table
from games.store.statistics import MatchResult, Outcome, option_key

STAMP_SECONDS: Final = 0.3
FINALE_SECONDS: Final = 1.2
SEALS_KEPT: Final = 8
TAPE: Final = 24
WIDE: Final = 800
"""From this width the stage has room for everything beside the fighters."""
PACES: Final = (0.5, 0.75, 1.0, 1.5, 2.0, 4.0)
IDLE_FRAME: Final = 1 / 30


class Scene(Table):
    """A karate match."""

    help_figures = staticmethod(figures.help_figures)
    action_names: ClassVar[Mapping[str, str]] = {
        "choice_1": "Punch",
        "choice_2": "Kick",
        "choice_3": "Parry a punch",
        "choice_4": "Parry a kick",
    }

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """Everything at the start, or after the rounds that were fought before."""
        self.rounds: list[Round] = []
        self.foreseen: list[bool | None] = []
        self.opened: deque[tuple[int, Seal]] = deque(maxlen=SEALS_KEPT)
        self.exchange: Exchange | None = None
        self.speed = 1.0
        self.session.pace = 0.7 if self.setup.demo else 0.12
        self.seconds = 0.0
        self.stamp = Timer(STAMP_SECONDS)
        self.finale = Timer(FINALE_SECONDS)
        self.pressed = Timer(ANSWER_SECONDS)
        self.pressed_move = ""
        self.ground = Ground()
        self._unready: list[tuple[str, int]] = []
        self.mind_view.owner = SEAT_COLOURS[1]
        self.mind_view.accent = "vermillion"
        self.mind_view.caption = self.seat_name(self._thinker())
        for reveal in self.session.played:
            self._count(reveal)
        if self.rounds:
            self.mind_view.show((Note(GOES_ON),))

    @property
    def rival(self) -> int:
        """The seat of the opponent, whose choices are sealed."""
        return 1 if self.human is None else 1 - self.human

    @property
    def fought(self) -> bool:
        """Whether somebody plays here, be it a stand-in; else two agents are watched."""
        return bool(self.setup.humans) or self.setup.demo

    def _thinker(self) -> int:
        """The seat whose mind is shown: the last one that an agent fills."""
        return max(self.match.players, default=1)

    def _count(self, reveal: Reveal) -> None:
        """Keep a round, and whether the thinker's forecast was right."""
        played, thinker = Round.of(reveal.events[0]), self._thinker()
        self.rounds.append(played)
        forecast = reveal.forecasts.get(thinker, {}).get(1 - thinker)
        if not forecast:
            self.foreseen.append(None)
            return
        guess = max(range(len(forecast)), key=forecast.__getitem__)
        self.foreseen.append(MOVES[guess] == played.moves[1 - thinker])

    def seat_name(self, seat: int) -> str:
        """Who fills a seat, for people."""
        agent = self.setup.seats[seat].agent
        if agent == HUMAN:
            profile = self.shell.profile
            return profile.name if profile is not None else self.session.seats[seat].name
        if agent == "demo":
            return "Guest"
        return str(catalog.agent(self.setup.game, agent).name)

    # -- what happens ------------------------------------------------------------------

    def on_sealed(self, seat: int) -> None:
        """Stamp the seal; in a glass box the mind before the coming round is open."""
        if self.setup.glass_box:
            self._caption(len(self.rounds) + 1)
        if seat == self.rival:
            self.stamp.start()
            self.shell.play_sound("sealed")

    def _caption(self, number: int) -> None:
        """Whose mind is open, and before which round."""
        seat = self.mind_view.shown(self._thinker())
        self.mind_view.caption = f"{self.seat_name(seat)}, before round {number}"

    def choose(self, move: str) -> bool:
        """The person chooses."""
        if not super().choose(move):
            return False
        self.pressed_move = move
        self.pressed.start()
        return True

    def show(self, reveal: Reveal) -> None:
        """Begin the exchange."""
        played = Round.of(reveal.events[0])
        self._count(reveal)
        if self.rival in reveal.seals:
            self.opened.append((len(self.rounds), reveal.seals[self.rival]))
        if self.setup.demo:
            self.pressed_move = played.moves[0]
        self._caption(len(self.rounds))
        self.exchange = Exchange(played, self.shell.theme.reduced_motion, self.speed)
        self.shell.play_sound("opened" if reveal.seals else "move")

    def on_changed(self) -> None:
        """Stand on guard."""
        self.exchange = None
        self.finale.stop()

    def animate(self, dt: float) -> None:
        """Move exchange, seal, breath and finale on."""
        self.seconds += dt
        self.stamp.update(dt)
        self.pressed.update(dt)
        self.finale.update(dt)
        if self.exchange is None:
            return
        if self.exchange.update(dt):
            self.shell.play_sound(self.exchange.round.sound)
        if not self.exchange.running:
            self._end_exchange()

    def _end_exchange(self) -> None:
        self.exchange = None
        if self.match.over and not self.shell.theme.reduced_motion:
            self.finale.start()

    @property
    def busy(self) -> bool:
        """Whether the last round, or the end of the match, is still being shown."""
        return self.exchange is not None or self.finale.running

    @property
    def moving(self) -> bool:
        """Whether something moves by itself; breathing is slow and drawn less often."""
        return self.busy or self.stamp.running or self.pressed.running or bool(self._unready)

    def next_frame(self) -> float | None:
        """As the table has it, and now and then for the breath."""
        due = super().next_frame()
        if self.shell.theme.reduced_motion:
            return due
        return IDLE_FRAME if due is None else min(due, IDLE_FRAME)

    def skip(self) -> None:
        """Show the end of the exchange or of the finale at once."""
        if self.exchange is not None:
            self._end_exchange()
        elif self.finale.running:
            self.finale.stop()

    def handle_game(self, event: InputEvent) -> bool:
        """Watching, the pace can be changed."""
        if not isinstance(event, Press) or event.action not in ("faster", "slower"):
            return False
        if self.setup.humans:
            return False
        step = 1 if event.action == "faster" else -1
        at = min(max(PACES.index(self.speed) + step, 0), len(PACES) - 1)
        self.speed = PACES[at]
        return True

    def help_text(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """The figures, with the opened seals of this match, and what the choices are."""
        return {**self.help_figures(), **figures.seals_opened(self.opened)}, self.action_names

    # -- the end -----------------------------------------------------------------------

    def report(self) -> Report:
        """Score, habits, how often they were foreseen, and what the opponent found out."""
        names = (self.seat_name(0), self.seat_name(1))
        found: Mind = ()
        if self.human is not None and self.rounds:
            found = self.match.players[self._thinker()].findings()
        return report(self.rounds, self.foreseen, names, self.human, found)

    def result(self) -> MatchResult | None:
        """What is recorded."""
        seat = self.human
        if seat is None or not self.rounds:
            return None
        other = self.setup.seats[1 - seat]
        points = self.match.returns
        margin = points[seat] - points[1 - seat]
        known = [hit for hit in self.foreseen if hit is not None]
        outcome: Outcome = "won" if margin > 0 else "lost" if margin < 0 else "drawn"
        if self.setup.params["rounds"] and not self.match.over:
            outcome = "played"
        return MatchResult(
            self.setup.game,
            other.agent,
            outcome,
            option_key({**self.setup.params, **other.options}),
            len(self.rounds),
            points[seat],
            points[1 - seat],
            best=margin if self.match.over and outcome != "lost" else None,
            best_text=f"{_signed(margin)} v {self.seat_name(1 - seat)}"[:60],
            counters={"foreseen": sum(known), "forecasts": len(known), "rounds": len(self.rounds)},
        )

    # -- places ------------------------------------------------------------------------

    def place(self, stage: Box) -> None:
        """Fighters in the middle, tiles at the bottom; a drawer leaves the rest to the stage."""
        x, y, w, h = stage
        if self.panel is not None:
            w = min(w, self.panel[0] - x)
        self.stage = (x, y, w, h)
        size = min(h * 0.56, w * 0.6)
        self.stand = Stand(x + w / 2, y + h * 0.745, size)
        side, gap = (EDGE, 16.0) if w >= WIDE else (16.0, 10.0)
        width = min(200.0, (w - 2 * side - 3 * gap) / 4)
        left = x + (w - 4 * width - 3 * gap) / 2
        top = y + h - 148
        self.tiles: list[tuple[Box, str]] = [
            ((left + (width + gap) * i, top, width, 112.0), move) for i, move in enumerate(MOVES)
        ]
        self.choice_boxes = self.tiles if self.setup.humans else []
        self._unready = list(SCENERY)

    # -- drawing -----------------------------------------------------------------------

    def draw_stage(self, canvas: Canvas) -> None:
        """The dojo, the fighters, what they scored, and what can be done."""
        exchange = self.exchange
        self.ground.draw(canvas, self.stage, exchange.shake if exchange else (0.0, 0.0))
        self._draw_fighters(canvas)
        self._draw_scores(canvas)
        self._draw_seal(canvas)
        if exchange is not None and exchange.met:
            self._draw_results(canvas, exchange)
        if self.fought:
            self._draw_tiles(canvas)
        else:
            self._draw_ribbon(canvas)
        make_ready(canvas, self.stand, self._unready)

    def _draw_fighters(self, canvas: Canvas) -> None:
        if self.exchange is not None:
            shaken = self.exchange.shake
            stand = self.stand._replace(
                x=self.stand.x + shaken[0], soles=self.stand.soles + shaken[1]
            )
            draw_exchange(canvas, stand, self.exchange)
            return
        still = self.shell.theme.reduced_motion
        rises = (0.0, 0.0) if still else (breath(0, self.seconds), breath(1, self.seconds))
        lean = 0.0
        if self.stamp.running and not still:
            share = self.stamp.progress
            lean = 10 * ease_in_out(2 * share if share < 0.5 else 2 - 2 * share)
        draw_guard(canvas, self.stand, self._poses(), rises, (0.0, lean))

    def _poses(self) -> tuple[str, str]:
        """On guard; when the match is over one has won."""
        points = self.match.returns
        if not self.match.over or points[0] == points[1]:
            return ("idle", "idle")
        return ("win", "lose") if points[0] > points[1] else ("lose", "win")

    # -- the top of the stage ----------------------------------------------------------

    def shown_points(self) -> tuple[int, int]:
        """The points as they stand on the screen: a round counts once its moves have met."""
        first, second = (int(points) for points in self.match.returns)
        if self.exchange is None or self._told:
            return first, second
        newest = self.exchange.round.points
        return first - newest[0], second - newest[1]

    def _draw_scores(self, canvas: Canvas) -> None:
        points = self.shown_points()
        for seat in (0, 1):
            self.draw_seat(canvas, seat, self.seat_name(seat), str(points[seat]), seat == 0)
        x = self.stage[0] + self.stage[2] / 2
        canvas.text(self._round_words(), (x, 44), TEXT, "paper", "bold", "centre")
        self._draw_tape(canvas, x, 84 if self.stage[2] >= WIDE else 72)
        if self.setup.glass_box:
            self._draw_glass_sign(canvas)

    @property
    def _told(self) -> bool:
        """Whether the points of the round on the stage are known to the eye already."""
        return self.exchange is None or self.exchange.met or self.exchange.time > 0.5

    def _round_words(self) -> str:
        total = int(self.setup.params["rounds"])
        now = len(self.rounds) + (0 if self.busy or self.match.over else 1)
        return f"Round {now} of {total}" if total else f"Round {now}, endless"

    def _draw_glass_sign(self, canvas: Canvas) -> None:
        x, wide = self.stage[0] + EDGE, self.stage[2] >= WIDE
        canvas.icon("eye", (x + 11, 44), 22, "brass")
        text = "Glass box: not recorded" if wide else "Glass box"
        canvas.text(text, (x + 32, 44), NOTE, "quiet")

    def _draw_tape(self, canvas: Canvas, x: float, y: float) -> None:
        """The last rounds as a tape: up where the left gained, down where the right did."""
        rounds = self.rounds if self._told else self.rounds[:-1]
        shown, step = rounds[-TAPE:], 9.0
        width = TAPE * step if self.stage[2] >= WIDE else 150.0
        step = width / TAPE
        left = x - width / 2
        canvas.rect((left, y - 0.75, width, 1.5), canvas.theme.mix("line", "quiet", 0.3))
        for number, played in enumerate(shown):
            at, lead = left + step * number, played.lead
            if lead:
                height = 5.0 + abs(lead) * 0.9
                top = y - 3 - height if lead > 0 else y + 3
                canvas.rect((at + 1, top, step - 2.5, height), SEAT_COLOURS[lead < 0], 2)
            else:
                canvas.circle((at + step / 2, y), 2, "quiet")

    # -- the seal ----------------------------------------------------------------------

    def _draw_seal(self, canvas: Canvas) -> None:
        """The opponent's sealed choice, and how the last one opened."""
        if not self.fought:
            return
        closed = self.session.seals.get(self.rival)
        latest = self.opened[-1][1] if self.opened else None
        seal = closed or latest
        if seal is None:
            return
        wide = self.stage[2] >= WIDE
        right = self.stage[0] + self.stage[2] - (EDGE if wide else 16)
        size, top = (64.0, 186.0) if wide else (52.0, 196.0)
        if closed is not None and not self.shell.theme.reduced_motion:
            size *= 1.35 - 0.35 * min(1.0, overshoot(self.stamp.progress))
        middle = (right - (32 if wide else 26), top + 32)
        box = (middle[0] - size / 2, middle[1] - size / 2, size, size)
        canvas.sprite("seal-closed" if closed is not None else "seal-broken", box)
        word = "sealed" if closed is not None else "opened"
        canvas.text(word, (right, top + 78), NOTE, "quiet", align="right")
        canvas.text(
            seal.commitment[: self._digits_shown], (right, top + 97), NOTE, "paper", align="right"
        )

    @property
    def _digits_shown(self) -> int:
        return 12 if self.stage[2] >= WIDE else 8

    def opening_words(self) -> tuple[str, ...]:
        """How the last seal opened, with the digits that stood under it; the longest first."""
        number, seal = self.opened[-1]
        opened = f"{seal.nonce}:{seal.move} = {seal.commitment[: self._digits_shown]}…"
        return (f"Round {number} opened: {opened}", f"{number}: {opened}", opened)

    def _draw_opening(self, canvas: Canvas, y: float) -> None:
        """One small line: what the last seal opened to, so that it can be checked."""
        if not self.opened:
            return
        width, middle = self.stage[2] - 32, self.stage[0] + self.stage[2] / 2
        told = self.opening_words()
        text = next((words for words in told if canvas.text_width(words, NOTE) <= width), told[-1])
        canvas.text(text, (middle, y), NOTE, "quiet", align="centre", max_width=width)

    # -- results, tiles, ribbon --------------------------------------------------------

    def _draw_results(self, canvas: Canvas, exchange: Exchange) -> None:
        """What each move came to, above the heads: a sign and the original's words."""
        played = exchange.round
        rise = 0.0 if exchange.still else (1 - min(1.0, exchange.words)) * 10
        y = max(196.0, self.stand.soles - self.stand.size * 0.86) + rise
        for seat in (0, 1):
            words = result_words(played.results[seat], played.points[seat])
            width = canvas.text_width(words, HEADING - 6, "title") + 72
            side = -1 if seat == 0 else 1
            x = self.stand.x + side * self.stand.size * 0.36
            low, high = self._results_between()
            left = max(low, min(x - width / 2, high - width))
            scored = played.points[seat] > 0
            edge = SEAT_COLOURS[seat] if scored else "line"
            canvas.panel((left, y - 27, width, 54), "ink", edge, 2, 27)
            ink = SEAT_COLOURS[seat] if scored else "quiet"
            canvas.icon(ICONS[played.moves[seat]], (left + 31, y), 30, ink)
            canvas.text(words, (left + 54, y), HEADING - 6, "paper" if scored else "quiet", "title")

    def _results_between(self) -> tuple[float, float]:
        """The left and right end of the room for results, beside the seal."""
        edge = 12.0 if self.stage[2] >= WIDE else 84.0
        return self.stage[0] + 12, self.stage[0] + self.stage[2] - edge

    def _draw_tiles(self, canvas: Canvas) -> None:
        top = self.tiles[0][0][1]
        for number, (box, move) in enumerate(self.tiles):
            self._draw_tile(canvas, number, box, move)
        words = self._prompt()
        middle = self.stage[0] + self.stage[2] / 2
        room = self.stage[2] - 24
        canvas.text(words, (middle, top - 20), TEXT, "paper", align="centre", max_width=room)
        self._draw_opening(canvas, top + 130)

    def _prompt(self) -> str:
        if self.hovered_choice is not None:
            return self._explained(self.hovered_choice)
        if self.setup.demo:
            return ""
        if self.waiting_for_person is None:
            return "" if self.busy else "Your opponent is choosing."
        if self.rounds:
            return ""
        return "Its move is under the seal. Now choose yours."

    def _explained(self, move: str) -> str:
        """What a move scores, in words."""
        row = POINTS[self.setup.params["table"]][MOVES.index(move)]
        against = [NAMES[MOVES[i]].lower() for i, points in enumerate(row) if points]
        listed = " and ".join([", ".join(against[:-1]), against[-1]] if against[1:] else against)
        return f"{NAMES[move]}: {max(row)} points against {listed}."

    def _draw_tile(self, canvas: Canvas, number: int, box: Box, move: str) -> None:
        x, y, w, h = box
        hovered = self.hovered_choice == move
        pressed = move == self.pressed_move and (self.pressed.running or self.busy)
        ready = self.waiting_for_person is not None or self.busy or self.setup.demo
        theme = canvas.theme
        ground = (
            theme.mix("raised", "sky", 0.3) if pressed else theme["high" if hovered else "raised"]
        )
        edge = "sky" if pressed else "brass" if hovered else theme.mix("brass", "ink", 0.55)
        canvas.panel(box, ground, edge, 3 if hovered or pressed else 2)
        ink = "paper" if ready else "quiet"
        canvas.icon(ICONS[move], (x + w / 2, y + 46), 52, "sky" if pressed else ink)
        size = TEXT if canvas.text_width(NAMES[move], TEXT, "bold") <= w - 12 else NOTE
        canvas.text(NAMES[move], (x + w / 2, y + h - 22), size, ink, "bold", "centre", w - 8)
        hint = self.shell.input.label(f"choice_{number + 1}")
        canvas.text(hint, (x + 12, y + 18), NOTE, "brass", "bold", max_width=w - 20)

    def _draw_ribbon(self, canvas: Canvas) -> None:
        """Watching: the moves of the last rounds, the one that gained lit."""
        x, y, w, h = self.stage
        cell = 46.0
        room = int((w - 2 * GRID * 4) // cell)
        rounds = (self.rounds if self._told else self.rounds[:-1])[-room:]
        left = x + (w - room * cell) / 2
        top = y + h - 128
        for number, played in enumerate(rounds):
            centre = left + cell * (number + 0.5)
            for seat in (0, 1):
                gained = played.lead > 0 if seat == 0 else played.lead < 0
                ink = SEAT_COLOURS[seat] if gained else canvas.theme.mix("quiet", "ink", 0.45)
                canvas.icon(ICONS[played.moves[seat]], (centre, top + 40 * seat), 28, ink)
            if number == len(rounds) - 1:
                canvas.rect((centre - 14, top + 66, 28, 3), "brass", 1.5)
        slower, faster = (self.shell.input.label(name) for name in ("slower", "faster"))
        words = f"Pace {self.speed:g}.  {slower} slower, {faster} faster"
        canvas.text(words, (x + w / 2, y + h - 24), NOTE, "quiet", align="centre")


def _signed(margin: float) -> str:
    return f"{margin:+.0f}".replace("-", "−")
