"""The coach of Ur: its words on a person's choices, before them or after mistakes.

The judge gives the better move and the loss; `games.ur.coach.reasons` the reason, by counting. The
table shows the better way in green and stands still while the coach is read.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.session.session import Session
from games.shell.counsel import HintRule
from games.shell.shell import Shell
from games.ur.asks import Judge, JudgedStep
from games.ur.coach.grades import GRADES, MISTAKE, GradedChoice
from games.ur.coach.reasons import why
from games.ur.rules import State, describe_move
from games.ur.watch import JudgeWatch

MODES: Final = ("off", "mistakes", "always")
MODE_NAMES: Final = ("Off", "After mistakes", "Always")
"""When the coach speaks, and what that is called."""
READ_SECONDS: Final = 8.0
"""How long the game waits for a sentence after a mistake: 25 words at 200 words a minute."""
FORCED: Final = "Only one move is possible."
"""The answer to a question for a hint where nothing is to be chosen."""
ALIKE: Final = GRADES[1].least
"""Moves whose win probabilities are closer than that are as good as each other."""


class CoachAdvice(NamedTuple):
    """The coach's words on a position `before` a choice: the `better` move, and a sentence.

    `played` is the move that was chosen instead, or "".
    """

    before: State
    better: str
    played: str
    text: str


def after_mistake(step: JudgedStep, turn: int, exact: bool) -> CoachAdvice | None:
    """Return the words after the choice of a `step` at its `turn`; None where it was no mistake.

    `exact` is True if the judge's values come from perfect play.
    """
    if step.kind != "move" or len(step.scores) < 2:
        return None
    choice = GradedChoice(turn, step)
    if choice.grade < MISTAKE:
        return None
    better, reason = plain(step.before, step.best), why(step.before, step.best, step.move)
    about = "" if exact else "about "
    text = f"{better[:1].upper()}{better[1:]} was better by {about}{100 * choice.lost:.0f}%: "
    text += f"it {reason}." if reason else "it pays later than the next throw."
    return CoachAdvice(step.before, step.best, step.move, text)


def before_choice(judge: Judge, state: State) -> CoachAdvice | None:
    """Return the words before a choice in a rolled `state`, by the `judge`; None if forced."""
    if len(state.moves) < 2:
        return None
    scores = judge.scores(state)
    order = sorted(range(len(scores)), key=lambda place: (-scores[place], place))
    best, second = (state.moves[place] for place in order[:2])
    ahead = scores[order[0]] - scores[order[1]]
    told = plain(state, best)
    if ahead < ALIKE:
        text = f"Coach: {told} or {plain(state, second)}, both are as good."
    else:
        reason = why(state, best, second)
        about = "" if judge.exact else "about "
        more = f"wins {about}{100 * ahead:.0f}% more, by what comes later than the next throw"
        text = f"Coach: {told}. It {reason or more}."
    return CoachAdvice(state, best, "", text)


def plain(state: State, move: str) -> str:
    """Return a legal move of a `state` for a person, without what comes of it."""
    return describe_move(state, move).split(",")[0]


class Coach:
    """The coach at one table: `advice` are its present words, or None.

    It is silent in demos, in replays and in today's match. Words before a choice are a hint: the
    match is practice from then on (`HintRule`).
    """

    def __init__(self, shell: Shell, session: Session, watch: JudgeWatch) -> None:
        self.advice: CoachAdvice | None = None
        self._shell, self._session, self._watch = shell, session, watch
        self._hint_rule = HintRule(session, shell.toasts)
        self._choice = -1  # the turns played before the choice that was last to be advised
        self._allowed = False
        self._asked = -1  # the same for the choice that a hint was asked for
        self._left = 0.0  # seconds to read
        self._due = ""  # the kind of the event that was shown last, if it was not yet looked at

    @property
    def mode(self) -> str:
        """The moments at which the coach speaks here, one of `MODES`."""
        setup = self._session.setup
        silent = setup.demo or setup.day or not self._watch.seated
        return "off" if silent else MODES[mode_of(self._shell.settings.coach)]

    @property
    def speaking(self) -> bool:
        """True while the game waits for the words after a mistake to be read."""
        return self._left > 0.0

    def look(self, kind: str) -> None:
        """Look at an event of some kind that is shown: `read` then speaks of a mistake, or before a
        choice.
        """
        self.forget()
        self._due = kind

    def _speak(self) -> None:
        """Say what there is to say of the event that was shown."""
        session, judge = self._session, self._watch.judge
        if self._due == "roll":
            self.advise()
        elif self.mode != "off" and not session.over:
            step = judge.steps[-1]
            if step.kind == "move" and step.seat in session.people:
                self.advice = after_mistake(step, len(session.match.turns), judge.exact)
                self._left = READ_SECONDS if self.advice is not None else 0.0

    def advise(self) -> None:
        """Advise before a person's choice, if the coach always speaks: that is a hint.

        In a match for the record the first such choice only has the warning that goes before hints.
        """
        session, made = self._session, len(self._session.match.turns)
        state: State = session.seen
        asked = self._asked == made and self._watch.seated
        if not (asked or self.mode == "always") or session.due() != state.turn:
            return
        if not asked and self._choice != made:
            self._choice, self._allowed = made, self._hint_rule.allows()
        if asked or self._allowed:
            self.advice = before_choice(self._watch.judge, state)

    def hint(self) -> None:
        """Show the best move before the person's choice that is due, or take those words away.

        In a match for the record the first question only warns.
        """
        session = self._session
        state: State = session.seen
        if session.due() != state.turn:
            self._hint_rule.refuse()
        elif len(state.moves) < 2:
            self._shell.toast(FORCED)
        elif self.advice is not None:
            self.forget()
        elif self._hint_rule.allows():
            self._asked = len(session.match.turns)
            self.advise()

    def read(self, dt: float) -> bool:
        """Speak once the board is still, or let `dt` seconds pass; return if the game waits."""
        if self._due:
            self._speak()
            self._due = ""
        elif self._left > 0.0:
            self._left -= dt
            if self._left <= 0.0:
                self.forget()
        return self.speaking

    def forget(self) -> None:
        """Take the words away."""
        self.advice, self._left, self._due, self._asked = None, 0.0, "", -1

    def set_mode(self, mode: int) -> None:
        """Speak at other times from now on, by the place of a mode in `MODES`."""
        self._shell.change_settings(coach=MODES[mode])
        self.forget()
        self.advise()

    def change_mode(self) -> None:
        """Go on to the next mode, and tell it."""
        mode = (mode_of(self._shell.settings.coach) + 1) % len(MODES)
        self.set_mode(mode)
        day = self._session.setup.day
        rest = " It is silent in today's match." if day else ""
        self._shell.toast(f"Coach: {MODE_NAMES[mode].lower()}.{rest}")


def mode_of(name: str) -> int:
    """Return the place of a mode in `MODES`; the silent one for an unknown name."""
    return MODES.index(name) if name in MODES else 0
