"""The acts of people at a table of Set during a race: mark, call Set!, claim, give up, ask.

They change the hands and play in the session; the scene draws the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.session.session import Session
from games.session.setup import HUMAN
from games.set import SIDES
from games.set.hands import Hands, place_of
from games.set.looks import style_of
from games.set.marking import ARROWS, Marking
from games.set.rules.claims import Remark, earliest, right_claims
from games.set.rules.state import State
from games.set.words import give_up_words, seconds
from games.shell.counsel import HintRule
from games.shell.input import Press
from games.shell.shell import Shell

CALLS: Final = ("confirm", "skip", "choice_1", "set_call", *(f"{side}_set" for side in SIDES))
"""What says Set! where that is played, and else marks at the cursor."""
NONES: Final = ("set_none", *(f"{side}_none" for side in SIDES))


class Acts:
    """The people of a `session` at work; `names` returns the players of the seats."""

    def __init__(self, shell: Shell, session: Session, names: Callable[[], Sequence[str]]) -> None:
        """Begin without marks and claims."""
        self.shell, self.session, self.names = shell, session, names
        self.hands = Hands(session.people)
        self._hint_rule = HintRule(session, shell.toasts)

    @property
    def state(self) -> State:
        """The state of the table."""
        state: State = self.session.seen
        return state

    @property
    def marking(self) -> Marking:
        """The marks of the person, the first where there are two."""
        return next(iter(self.hands.marking.values()))

    @property
    def alone(self) -> bool:
        """True if no other player could find a set than the one person."""
        others = [each.agent for each in self.session.setup.seats if each.agent != HUMAN]
        return others == ["nobody"]

    @property
    def asked(self) -> bool:
        """True if a moment of a review asks for the choice once more."""
        return self.session.setup.asked is not None

    @property
    def stays(self) -> bool:
        """True if a claim is shown until the person goes on."""
        people = self.session.people and not self.session.setup.replay
        return bool(people) and style_of(self.shell.settings.cards).stay

    def press(self, action: str, event: Press) -> bool:
        """Handle an action in a race; return whether it had an effect."""
        seat = self.hands.seat_of(event)
        if seat is None:
            return False
        marking, place = self.hands.marking[seat], place_of(action)
        if action in ARROWS and not (event.repeat and self.hands.pair):
            marking.move(action, self.state)
        elif event.repeat:
            return False
        elif place is not None:
            return self.mark(place, seat)
        elif action in CALLS and self.state.terms.call and self.hands.caller is None:
            self.say_set(seat)
        elif action in CALLS:
            return marking.cursor is not None and self.mark(marking.cursor, seat)
        elif action in NONES:
            self.give_up(seat)
        elif action == "set_hint":
            self.hint()
        else:
            return False
        return True

    def mark(self, place: int, seat: int | None = None) -> bool:
        """Mark or unmark a card for a `seat`, usually the mouse's; the last one claims."""
        seat, state = self.hands.pointing if seat is None else seat, self.state
        if seat is None or not 0 <= place < len(state.table) + len(state.beside):
            return False
        if state.terms.call and self.hands.caller != seat:
            if self.hands.caller is None:
                self.shell.toast("Say Set! first, then mark the cards.")
            return True
        self.shell.play_sound("press")
        if self.hands.marking[seat].mark(place, state):
            self.claim(seat)
        return True

    def _frozen(self, seat: int) -> bool:
        """Return whether a seat may not claim yet; if so, show it. An exercise has no clock."""
        if self.asked:
            return False
        left = self.state.frozen[seat] - round(self.session.raced * 1000)
        if left > 0:
            who = f"{self.names()[seat]} is" if self.hands.pair else "You are"
            self.shell.toast(f"{who} frozen for {seconds(left)} more.")
        return left > 0

    def claim(self, seat: int, word: str = "") -> bool:
        """Claim what is marked, or by a `word`, at this moment; False while frozen.

        Of two people both claims of a frame are played together, with `play_claims`.
        """
        hands, state = self.hands, self.state
        cards = () if word else hands.marking[seat].cards(state)
        if self._frozen(seat):
            hands.marking[seat].forget()
            return False
        now = max(round(self.session.raced * 1000), earliest(state, seat))
        hands.claim(seat, now, cards, word)
        if not hands.pair and word != "late":
            self.play_claims()
        return True

    def play_claims(self) -> None:
        """Let the claims that were made be played."""
        for seat, claim in tuple(self.hands.due(self.state)):
            self.session.raced = max(self.session.raced, claim.ms / 1000)
            self.session.choose(seat, claim.text())

    def say_set(self, seat: int) -> None:
        """Call Set!: all others wait while the cards are marked."""
        if self.hands.caller is None and not self.hands.claiming and not self._frozen(seat):
            self.hands.call(seat, float(self.state.terms.call))
            self.shell.play_sound("sealed")

    def run_call(self, dt: float) -> bool:
        """Let the time to mark go on; whether the race stands still for it."""
        if self.hands.caller is None or not self.hands.run_out(dt):
            return self.hands.caller is not None
        self.be_late()
        return False

    def be_late(self) -> None:
        """Claim too late for the seat that called Set! and has not marked in time."""
        if self.hands.caller is not None:
            self.claim(self.hands.caller, "late")

    def give_up(self, seat: int) -> None:
        """Give the table up: wait, or claim that there is no set where the rules ask for it."""
        if self.state.terms.none == "call":
            self.claim(seat, "none")
        elif self.asked:
            self.shell.toast("There is a set here.")
        elif self.session.choose(seat, "wait" + self._waiting().text()):
            told = give_up_words(self.state, self.alone or self.hands.pair)[1]
            if told:
                self.shell.toast(told)

    def _waiting(self) -> Remark:
        """Return the remark behind a wait that is played now."""
        return self.hands.remark._replace(at=max(1, round(self.session.raced * 1000)))

    def hint(self) -> None:
        """Show one card more of the likest set."""
        if self.asked:  # it would be the answer
            return
        if not right_claims(self.state):
            self.shell.toast("There is no set on this table.")
            return
        if not self._hint_rule.allows():
            return
        seats = self.session.setup.seats
        if not self.hands.hinted and any(each.agent == "mirror" for each in seats):
            self.shell.toast("The mirror learns nothing from a table with a hint.")
        self.note_beside(hinted=min(self.hands.hinted + 1, self.state.size))

    def note_beside(self, hinted: int | None = None, paused: bool = False) -> None:
        """Remember what was shown beside the cards, also for a seat that does not act any more."""
        hands = self.hands
        hands.hinted = hands.hinted if hinted is None else hinted
        hands.paused = hands.paused or paused
        if hands.remark.text():
            wait = "wait" + hands.remark.text()
            self.session.unsaid.update(dict.fromkeys(self.session.people, wait))
