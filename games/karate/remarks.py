"""The remarks of an opponent after each round: one sentence, true, and in its own voice.

A remark uses only the rounds seen and the opponent's forecast, never knowledge that it lacked. A
*reason* is the opponent's from before the round ("you copy my last move", `games.mind.Note.why`):
it appears only if the move came that it led to, so it fits the round. A `Teller` keeps the
forecasts of a match; that of a round stays hidden before its blow has landed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from games.karate.exchange import Round
from games.karate.fighters import NAMES
from games.karate.report import Bluff, best_bluff
from games.karate.rules import MOVES
from games.karate.thought import Thought
from games.mind import Note
from games.session.reveal import Reveal
from games.shell.hooks import Insight

GUESS: Final = 0.3
"""Up to this probability a forecast of one of four moves was little more than a guess; chosen, as
in the reasons that opponents give."""
RUN: Final = 3
"""So many times in a row anybody would notice; chosen by hand."""
_ORDINALS: Final = (
    *("", "", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth"),
    *("Tenth", "Eleventh", "Twelfth"),
)
_NUMBERS: Final = (
    *("", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"),
    *("Eleven", "Twelve"),
)
_COUNTS: Final = re.compile(r" \([^)]*\)")
"""How often a reason held, which nobody says aloud."""


class Said(NamedTuple):
    """The remarks of a voice by the opponent's forecast and its gain."""

    foresaw_won: tuple[str, ...]
    foresaw_drew: tuple[str, ...]
    foresaw_lost: tuple[str, ...]
    missed_won: tuple[str, ...]
    missed_drew: tuple[str, ...]
    missed_lost: tuple[str, ...]
    guessed: tuple[str, ...]


_SENSEI: Final = Said(
    ("I waited for it.", "I was there first.", "As I thought."),
    ("I saw it. Neither of us gained.", "I saw that coming, but it didn't help me."),
    ("I knew it, and chose wrong.", "I saw it coming, but drew the wrong move."),
    ("I expected {guess}. I was wrong and still scored.", "I expected {guess}, and was lucky."),
    ("I expected {guess}. Neither of us gained.", "I expected {guess}. No harm done."),
    ("I expected {guess}. Well hidden.", "I waited for {guess}. You were elsewhere."),
    ("I could only guess.", "You gave me nothing to go by."),
)
_STUDENT: Final = Said(
    ("My counts said so.", "Just what I had counted.", "It was in my table."),
    ("I had counted on it. Nobody gained.",),
    ("My counts were right. My answer was not.",),
    ("I had counted on {guess}, and was lucky.",),
    ("I had counted on {guess}. Nobody gained.",),
    ("I had counted on {guess}. That goes into my table.", "My table said {guess}."),
    ("My table says nothing yet.", "My counts are all alike here."),
)
_VOICES: Final[Mapping[str, Said]] = MappingProxyType(
    {"seed-argmax": _STUDENT, "seed-softmax": _STUDENT}
)

_OWN: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = MappingProxyType(
    {
        "random": (
            ("The coin said {own}. Good coin.", "I only asked the coin."),
            ("The coin said {own}.", "The coin does not mind."),
            ("The coin said {own}. Bad coin.", "Blame the coin, not me."),
        ),
        "habits": (
            ("I felt like {own}. It paid.", "That one I like."),
            ("I felt like {own}.", "Well, {own} it was."),
            ("I felt like {own}. A pity.", "Perhaps something else next time."),
        ),
        "nash": (
            ("I do not watch you. I roll dice.", "My dice chose {own}."),
            ("My dice chose {own}.", "Stone against stone."),
            ("Over many rounds that comes back.", "A wall does not mind one blow."),
        ),
    }
)
"""What those say that expect nothing of anybody: after a gain, none, and a loss."""


class SeenRound(NamedTuple):
    """One round as an opponent saw it.

    `rounds` are all up to this one, `seat` is the opponent's, `agent` its id; `forecast` is its
    forecast of the other side by `MOVES`, () for none, and `why` its reason, "" for none.
    """

    rounds: Sequence[Round]
    seat: int
    agent: str
    forecast: Sequence[float] = ()
    why: str = ""

    @property
    def played(self) -> str:
        """The other side's move."""
        return self.rounds[-1].moves[1 - self.seat]

    @property
    def sign(self) -> int:
        """1, 0 or -1: what the opponent gained."""
        lead = self.rounds[-1].lead * (1 if self.seat == 0 else -1)
        return (lead > 0) - (lead < 0)


def remarks(case: SeenRound) -> tuple[str, ...]:
    """Return the remarks on a round, the longest form first; () where there is none."""
    number = len(case.rounds)
    if not number:
        return ()
    if not case.forecast:
        own = NAMES[case.rounds[-1].moves[case.seat]].lower()
        lines = _OWN.get(case.agent)
        return (_pick(lines[1 - case.sign], number).format(own=own),) if lines else ()
    guess = max(range(len(MOVES)), key=case.forecast.__getitem__)
    foreseen = MOVES[guess] == case.played
    voice = _VOICES.get(case.agent, _SENSEI)
    verdict = _pick(_verdicts(voice, foreseen, case.sign, case.forecast[guess]), number)
    verdict = verdict.format(guess=NAMES[MOVES[guess]].lower())
    points = case.rounds[-1].points
    verdict = f"Both hit: +{points[0]} each." if points[0] == points[1] > 0 else verdict
    opening = _opening(case, foreseen)
    return (f"{opening} {verdict}", verdict) if opening else (verdict,)


def _verdicts(voice: Said, foreseen: bool, sign: int, surest: float) -> tuple[str, ...]:
    if surest <= GUESS:
        return voice.guessed
    if foreseen:
        return (voice.foresaw_won, voice.foresaw_drew, voice.foresaw_lost)[1 - sign]
    return (voice.missed_won, voice.missed_drew, voice.missed_lost)[1 - sign]


def _pick(lines: Sequence[str], number: int) -> str:
    return lines[number % len(lines)]


def _opening(case: SeenRound, foreseen: bool) -> str:
    """Return the plain opening: a run, or the end of one; else the reason, if it foresaw
    the move.
    """
    run, before, broken = _runs([played.moves[1 - case.seat] for played in case.rounds])
    if run >= RUN:
        name = NAMES[case.played]
        if run >= len(_ORDINALS):
            return f"{name} number {run} in a row."
        return f"{_ORDINALS[run]} {name.lower()} in a row."
    if run == 1 and before >= RUN:
        times = _NUMBERS[before] if before < len(_NUMBERS) else str(before)
        return f"{times} times {NAMES[broken].lower()}, then {NAMES[case.played].lower()}."
    why = _COUNTS.sub("", case.why)
    if not foreseen or max(case.forecast) <= GUESS or not why or why.startswith("you have "):
        return ""
    return f"{why[0].upper()}{why[1:]}."


def _runs(moves: Sequence[str]) -> tuple[int, int, str]:
    """Return how often the last move came in a row, how often the one before did, and its name."""
    run = _run(moves)
    rest = moves[: len(moves) - run]
    return run, _run(rest), rest[-1] if rest else ""


def _run(moves: Sequence[str]) -> int:
    count = 0
    while count < len(moves) and moves[-1 - count] == moves[-1]:
        count += 1
    return count


class Teller:
    """The `rounds` of a match as the opponent in a `seat` saw them.

    `expected` has its forecast of each round by `MOVES`, () for none, `foreseen` whether it was
    right; `thought` and `remarks` are what is open of the last round.
    """

    def __init__(self, seat: int, agent: str, rounds: list[Round]) -> None:
        self.seat, self.agent, self.rounds = seat, agent, rounds
        self.expected: list[tuple[float, ...]] = []
        self.foreseen: list[bool | None] = []
        self.close()

    def close(self) -> None:
        """Close all bubbles."""
        self.thought: Thought | None = None
        self.remarks: tuple[str, ...] = ()
        self.open = False

    def count(self, reveal: Reveal | None) -> None:
        """Keep what was expected in a round that is not counted yet, and whether it was right.

        What was open is closed.
        """
        if reveal is None or len(self.expected) >= len(self.rounds):
            return
        played = self.rounds[len(self.expected)]
        forecast = tuple(reveal.forecasts.get(self.seat, {}).get(1 - self.seat) or ())
        right = None
        if forecast:
            guess = max(range(len(forecast)), key=forecast.__getitem__)
            right = MOVES[guess] == played.moves[1 - self.seat]
        self.expected.append(forecast)
        self.foreseen.append(right)
        self.close()

    def count_again(self, reveals: Sequence[Reveal]) -> None:
        """Count the rounds anew by their `reveals`, as in a replay that stands elsewhere."""
        self.expected.clear()
        self.foreseen.clear()
        self.close()
        for reveal in reveals:
            self.count(reveal)

    def tell(self, reveal: Reveal) -> bool:
        """Open the forecast of the last round, and the remark on it; return whether it `knew`."""
        self.open, forecast = True, self.expected[-1]
        if forecast:
            played = MOVES.index(self.rounds[-1].moves[1 - self.seat])
            self.thought = Thought(self.seat, forecast, played)
        note = next((i for i in reveal.minds.get(self.seat, ()) if isinstance(i, Note)), None)
        why = note.why if note is not None else ""
        self.remarks = remarks(SeenRound(self.rounds, self.seat, self.agent, forecast, why))
        return self.knew

    @property
    def knew(self) -> bool:
        """True if it foresaw the last round and gained by it."""
        last = SeenRound(self.rounds, self.seat, self.agent)
        return bool(self.foreseen) and bool(self.foreseen[-1]) and last.sign > 0

    @property
    def bluff(self) -> Bluff | None:
        """The round in which it was surest and wrong."""
        return best_bluff(self.rounds, self.expected, 1 - self.seat)

    @property
    def bluffed(self) -> Thought | None:
        """Its thought in that round."""
        found = self.bluff
        if found is None:
            return None
        return Thought(self.seat, self.expected[found.number - 1], found.played)


def belt_words(belt: str) -> tuple[Insight, ...]:
    """Return the insight about a belt that was won."""
    return (Insight("A new belt", f"The {belt} is yours. It hangs in the hall."),)
