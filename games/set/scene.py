"""The screen of Set: a table of cards, the clock of the race, and the other's sealed claim.

Marking the last card claims at once. The opponent's claim was sealed when the table was laid; the
turn is played when the first claim counts, and then the seal opens.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Final

from games.core import Event, Turn
from games.session.reveal import Reveal
from games.session.setup import HUMAN, Setup
from games.set import PLACES, figures
from games.set.marking import ARROWS, Marking
from games.set.report import report, times
from games.set.rules.cards import kind_of
from games.set.rules.claims import Claim, earliest, right_claims
from games.set.rules.state import State
from games.set.stage import Look, Stage
from games.set.telling import sealed_words, seconds
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.tween import Timer, ease_out
from games.shell.hooks import Report
from games.shell.input import Pointer, Press
from games.shell.shell import Shell
from games.shell.table import Table
from games.shell.widgets.basic import inside
from games.store.statistics import MatchResult

# Seconds that cards turn up and that a claim is shown, right or wrong; by eye.
DEAL_SECONDS: Final = 0.24
SHOW_SECONDS: Final = 1.6
WRONG_SECONDS: Final = 1.2
TICK: Final = 1 / 10
"""Seconds between two pictures of the clock."""
PAD: Final = {"choice_3": "set_hint", "choice_4": "set_none"}
"""What the further buttons of a gamepad do."""


class Scene(Table):
    """A match of Set on the screen."""

    help_figures = staticmethod(figures.help_figures)
    turn_pause = 0.0

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        """As the table has it."""
        self.scenery, self.marking = Stage(), Marking()
        self.dealing, self.showing = Timer(), Timer()
        self.letters = False
        self.before: State | None = None
        super().__init__(shell, setup, turns)
        self.place(self.stage)

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """Everything at the start, or where the turns that were played before have led."""
        self.mind_view.accent = "purple"
        self.hints_used = 0
        self.on_changed()

    def on_changed(self) -> None:
        """Show the table as it stands now."""
        self.skip()
        self._forget()
        self.fresh: list[int] = []
        self.told_later = ""
        races = [event for event in self.events() if event.kind == "race"]
        self.last_race: Event | None = races[-1] if races else None

    def _forget(self) -> None:
        self.marking.forget()
        self.hinted = 0

    def events(self) -> list[Event]:
        """All that has happened in the match so far."""
        return [event for reveal in self.session.played for event in reveal.events]

    def seat_name(self, seat: int) -> str:
        """Who fills a seat, for people."""
        if self.setup.seats[seat].agent == HUMAN and len(self.session.people) == 1:
            return "You"
        return super().seat_name(seat)

    @property
    def lying(self) -> State:
        """What lies on the table: while a claim is shown, what lay there when it was made."""
        state: State = self.seen
        return state if self.before is None else self.before

    def drive(self, dt: float) -> None:
        """Let the match go on; what lay before a claim is kept to be shown."""
        state: State = self.seen
        super().drive(dt)
        if self.seen is not state and not state.waiting:
            self.before = state if self.busy else None

    def show(self, reveal: Reveal) -> None:
        """A card was laid, or a race ended."""
        for event in reveal.events:
            if event.kind == "card":
                self.fresh.append(event.data["place"])
                self.before = None
            elif event.kind == "race":
                self._ended(event, reveal)
        if not self.seen.waiting and reveal.events and reveal.events[0].kind == "card":
            self.dealing.start(0.0 if self.shell.theme.reduced_motion else DEAL_SECONDS)
            self.shell.play_sound("move")

    def _ended(self, event: Event, reveal: Reveal) -> None:
        self.fresh, self.last_race, self.told_later = [], event, ""
        result, seat = event.data["result"], event.data["seat"]
        if result != "wrong":
            self._forget()
        others = [s for s in reveal.moves if s != seat and s in self.match.players]
        if others and seat is not None:
            move = reveal.moves[others[0]]
            self.told_later = sealed_words(event.data, move, self.seat_name(others[0]))
        mine = "right" if seat in self.session.people else "opened"
        self.shell.play_sound("wrong" if result == "wrong" else mine)
        self.showing.start(WRONG_SECONDS if result == "wrong" else SHOW_SECONDS)

    # -- what moves --------------------------------------------------------------------

    def animate(self, dt: float) -> None:
        """Move on what is dealt and shown."""
        self.dealing.update(dt)
        if self.showing.update(dt):
            self.before = None

    @property
    def busy(self) -> bool:
        """While a claim is shown or cards turn up, the clock of the race stands still."""
        return self.dealing.running or self.showing.running

    @property
    def racing(self) -> bool:
        """Whether a table lies and somebody can claim."""
        return not (self.busy or self.seen.waiting or self.session.over or self.session.thinking)

    def next_frame(self) -> float | None:
        """A race has a clock that is seen to run."""
        due = super().next_frame()
        return TICK if due is None and self.racing and not self.setup.replay else due

    def skip(self) -> None:
        """On with the next table."""
        self.dealing.stop()
        self.showing.stop()
        self.before = None

    # -- choosing ----------------------------------------------------------------------

    def claimer(self) -> int | None:
        """The seat of the person who claims by this keyboard; None where nobody can."""
        people = self.session.people
        return people[0] if people and self.racing else None

    def mark(self, place: int) -> bool:
        """Mark or unmark a card; the last one claims."""
        seat, state = self.claimer(), self.seen
        if seat is None or not 0 <= place < len(state.table) + len(state.beside):
            return False
        self.shell.play_sound("press")
        if self.marking.mark(place, state):
            self.claim(seat)
        return True

    def claim(self, seat: int, word: str = "") -> bool:
        """Claim what is marked, or that there is no set, at this moment; False while frozen."""
        state: State = self.seen
        now = round(self.session.raced * 1000)
        cards = () if word else self.marking.cards(state)
        self.marking.forget()
        if now < state.frozen[seat]:
            left = seconds(state.frozen[seat] - now)
            self.shell.toast(f"You are frozen for {left} more.")
            return False
        ms = max(now, earliest(state, seat))
        self.session.raced = max(self.session.raced, ms / 1000)
        return self.session.choose(seat, Claim(ms, cards, word).text())

    def give_up(self) -> None:
        """Nobody finds one here: wait, or say that there is none where it has to be said."""
        seat = self.claimer()
        if seat is None:
            return
        if self.seen.terms.none == "call":
            self.claim(seat, "none")
        elif self.session.choose(seat, "wait"):
            self.shell.toast("You give this table up, until the other claims or waits too.")

    def hint(self) -> None:
        """One card more of the likest set; not against one who learns from your times."""
        if self.claimer() is None:
            return
        if any(seating.agent == "mirror" for seating in self.setup.seats):
            self.shell.toast("The mirror learns from your times, so there are no hints here.")
        elif not right_claims(self.seen):
            self.shell.toast("There is no set on this table.")
        else:
            self.hints_used += not self.hinted
            self.hinted = min(self.hinted + 1, self.seen.size)

    def hint_cards(self) -> tuple[int, ...]:
        """The cards of the hint that are shown."""
        if not self.hinted or not self.racing:
            return ()
        return min(right_claims(self.seen), key=kind_of)[: self.hinted]

    def toggle_letters(self) -> None:
        """A letter on each card for its colour, or none."""
        self.letters = not self.letters

    def press(self, event: Press) -> bool:
        """Cards by their keys or the cursor; else as the table has it."""
        action = PAD.get(event.action, event.action) if event.device == "gamepad" else event.action
        acts = {
            "set_hint": self.hint,
            "set_none": self.give_up,
            "set_letters": self.toggle_letters,
        }
        if action in ARROWS and self.claimer() is not None:
            self.marking.move(action, self.seen)
            return True
        if event.repeat or action in ("back", "pause", "help", "mind"):
            return super().press(event)
        if action.startswith("card_") or action in ("confirm", "skip", "choice_1"):
            return self._press_card(action)
        if action in acts:
            acts[action]()
            return True
        return not action.startswith("choice_") and super().press(event)

    def _press_card(self, action: str) -> bool:
        """Mark a card by its key, or that under the cursor; while a claim is shown, go on."""
        if self.busy:
            if not action.startswith("card_"):  # who types on has not seen what happened
                self.skip()
            return True
        if not action.startswith("card_"):
            return self.marking.cursor is not None and self.mark(self.marking.cursor)
        place = int(action.removeprefix("card_"))
        return place < len(self.seen.table) and self.mark(place)

    def point(self, event: Pointer) -> bool:
        """The pointer marks what it presses."""
        over = self.panel is not None and inside(self.panel, event.x, event.y)
        if event.kind != "down" or event.button != 1 or over:
            return super().point(event)
        boxes = self.scenery.boxes(self.lying)
        hit = next((n for n, box in enumerate(boxes) if inside(box, event.x, event.y)), None)
        if hit is not None and not self.busy:
            self.marking.cursor = None
            return self.mark(hit)
        for box, _, action in self.scenery.buttons(self._buttons()):
            if inside(box, event.x, event.y):
                return self.press(Press(action))
        return super().point(event)

    # -- the end -----------------------------------------------------------------------

    def report(self) -> Report:
        """Who took what, and how quickly."""
        found = report(self.events(), self.match.returns, self.names(), self.session.human)
        if not self.hints_used:
            return found
        tables = f"{self.hints_used} table{'s' if self.hints_used > 1 else ''}"
        return dataclasses.replace(found, lines=(*found.lines, f"Hints were shown on {tables}."))

    def result(self, own: int) -> MatchResult | None:
        """What is recorded: sets, and the seconds that they took."""
        found = super().result(own)
        if found is None:
            return None
        every = [second for part in times(self.events(), own).values() for second in part]
        taken = self.seen.taken
        counters = {
            "sets": taken[own],
            "sets_other": taken[1 - own],
            "tenths": round(10 * sum(every)),
            "hinted": self.hints_used,
        }
        return dataclasses.replace(found, counters=counters)

    def help_text(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """The figures, with what the mirror takes this player for."""
        return {**self.help_figures(), **figures.workings(self.mind_view.mind)}, self.action_names

    # -- the stage ---------------------------------------------------------------------

    def place(self, stage: Box) -> None:
        """The table beside the mind view."""
        self.scenery.place(stage, self.panel)

    def _buttons(self) -> list[tuple[str, str]]:
        """What can be done beside claiming: label and action."""
        if not self.session.people or self.setup.demo or self.setup.replay:
            return []
        none = "No set" if self.seen.terms.none == "call" else "Give up"
        names = ((none, "set_none"), ("Hint", "set_hint"), ("Letters", "set_letters"))
        label = self.shell.input.label
        return [(f"{name} ({label(action)})", action) for name, action in names]

    def look(self) -> Look:
        """What is to be seen now."""
        racing, settings = self.racing, self.shell.settings
        covered = self.shell.top is not self and not (self.setup.demo or self.finished)
        pad = self.shell.input.state.device == "gamepad"
        keys = () if pad or not self.session.people else self._keys()
        return Look(
            state=self.lying,
            names=self.names(),
            clock=self.session.raced if racing and not self.setup.replay else None,
            marked=self.marking.marked,
            cursor=self.marking.cursor,
            hints=self.hint_cards(),
            last=None if self.last_race is None else self.last_race.data,
            showing=self.showing.running,
            told_later=self.told_later,
            fresh=self.fresh if self.dealing.running else (),
            progress=ease_out(self.dealing.progress) if self.dealing.running else 1.0,
            hidden=covered and not self.setup.replay,
            letters=self.letters or settings.high_contrast,
            sealed=tuple(self.session.seals) if racing else (),
            keys=keys,
            buttons=self._buttons(),
            pointer=self.shell.input.state.pointer,
        )

    def _keys(self) -> list[str]:
        return [self.shell.input.label(f"card_{place}") for place in range(PLACES)]

    def draw_stage(self, canvas: Canvas) -> None:
        """The cloth, the cards, who has what, and what is said."""
        self.scenery.draw(canvas, self.look())
