"""The claims of a mind's first sentence in karate, Numbers, Ur and Guess 2/3, computed anew.

Nothing here is shared with the code that words the sentences. Each game has patterns of its own for
what a sentence says: a move, a count, an order, a share, what comes after what. Every claim is
computed from the view, from the events that the seat saw and from the pictures of the same mind. A
sentence that no pattern reads is a fault as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from games.mind import Bars, Lines, Note
from tests.support.minds import Thought

Claim = Callable[..., bool]
KARATE: Final = ("punch", "kick", "parry-punch", "parry-kick")
NUMBERS: Final = ("1", "2", "3", "4")
GUESS_AT_MOST: Final = 0.3
OFTEN: Final = "(?:mostly |often )?"
TIMES: Final = r"(?: \(\d+ of (?:the last )?\d+ times\))?"


def faults(thought: Thought) -> list[str]:
    """The claims of a thought's first sentence that do not hold."""
    note = thought.mind[0]
    assert isinstance(note, Note)
    for pattern, holds in READERS[thought.game].items():
        found = re.fullmatch(pattern, note.text)
        if found:
            return [] if holds(thought, *found.groups()) else [f"{note.text} ({thought.place})"]
    return [f"nobody reads: {note.text} ({thought.place})"]


# -- karate and Numbers ----------------------------------------------------------------------


class Past:
    """The player's choices that a seat saw, the other side's, and who gained: numbers from 0."""

    def __init__(self, thought: Thought) -> None:
        self.own: list[int] = []
        self.other: list[int] = []
        self.gain: list[int] = []
        for event in (event for turn in thought.seen for event in turn):
            if event.kind == "key":
                self.own.append(NUMBERS.index(event.data["key"]))
                self.other.append(-1)
                self.gain.append(0)
            elif event.kind == "round":
                moves, points = event.data["moves"], event.data["points"]
                self.own.append(KARATE.index(moves[1 - thought.seat]))
                self.other.append(KARATE.index(moves[thought.seat]))
                lead = points[1 - thought.seat] - points[thought.seat]
                self.gain.append((lead > 0) - (lead < 0))

    def kept(self, names: Callable[[int], int | None]) -> list[bool]:
        """Whether each choice was the one that `names` names for its round, where it names one."""
        rounds = range(len(self.own))
        return [names(n) == self.own[n] for n in rounds if names(n) is not None]


def named(word: str) -> int:
    """The number of a choice by its name in a sentence."""
    return NUMBERS.index(word) if word in NUMBERS else KARATE.index(word.replace(" ", "-"))


def expected(thought: Thought, word: str) -> bool:
    """Whether the named choice is the likeliest in the forecast, and in the bars on show."""
    rival = 0 if thought.game == "numbers" else 1 - thought.seat
    forecast = thought.decision.forecasts[rival]
    bars = next(b for b in thought.mind if isinstance(b, Bars) and b.forecast_of == rival)
    least = max(forecast) - 1e-9
    agrees = thought.game != "numbers" or thought.decision.move == word
    return forecast[named(word)] >= least and bars.values[named(word)] >= least and agrees


def best_answer(thought: Thought, move: int) -> int:
    """The player's best answer to a move, by the points of the table of the match."""
    from games.karate.rules import POINTS

    points = POINTS[thought.params["table"]]
    return max(range(4), key=lambda answer: points[answer][move] - points[move][answer])


def rules(thought: Thought, past: Past) -> Mapping[str, Callable[[int], int | None]]:
    """What the clauses of habits name for a round, by patterns of the clause."""
    own, other, gain = past.own, past.other, past.gain

    def left_alone(n: int) -> int | None:
        latest = [max((i for i in range(n) if own[i] == c), default=-1) for c in range(4)]
        return latest.index(min(latest)) if min(latest) >= 0 else None

    def after(result: int, step: int) -> Callable[[int], int | None]:
        return lambda n: (own[n - 1] + step) % 4 if n and gain[n - 1] == result else None

    found: dict[str, Callable[[int], int | None]] = {
        r"you (?:repeat your last|avoid repeating a) (?:move|key)": lambda n: (
            own[n - 1] if n else None
        ),
        r"you go (?:round the buttons one by one|up the keys one by one)": (
            lambda n: (own[n - 1] + 1) % 4 if n else None
        ),
        r"you go (?:round the buttons backwards, one by one|down the keys one by one)": (
            lambda n: (own[n - 1] - 1) % 4 if n else None
        ),
        r"you go back to the (?:move|key) you left alone longest": left_alone,
        r"you (?:copy|avoid) my last move": lambda n: other[n - 1] if n else None,
        r"you play what beats my last move": (
            lambda n: best_answer(thought, other[n - 1]) if n else None
        ),
    }
    for result, verb, noun in ((1, "won", "win"), (0, "drew", "draw"), (-1, "lost", "loss")):
        found[f"you (?:keep|change) a move that {verb}"] = after(result, 0)
        found[f"after a {noun} you take the next button"] = after(result, 1)
        found[f"after a {noun} you take the button before"] = after(result, -1)
    return found


def expects(thought: Thought, word: str, why: str | None = None) -> bool:
    """ "I expect kick: ..."; the clause holds, and leads to that choice."""
    if not expected(thought, word):
        return False
    past, choice = Past(thought), named(word)
    if why is None or why.startswith("I think "):
        return why is None or why.removeprefix("I think ") in IDEAS
    if found := re.fullmatch(r"you have (?:played|pressed) (.+?),? (\d+) times in a row", why):
        run, last = int(found[2]), named(found[1])
        ended = len(past.own) == run or past.own[-run - 1] != last
        return last == choice and past.own[-run:] == [last] * run and ended
    if found := re.fullmatch(r"you (?:played|pressed) (.+) in (\d+) of your last (\d+)", why):
        return named(found[1]) == choice and past.own[-int(found[3]) :].count(choice) == int(
            found[2]
        )
    if found := re.fullmatch(rf"{OFTEN}you go back and forth between (.+) and (.+?){TIMES}", why):
        return _goes_round(past, [named(found[1]), named(found[2])], choice)
    if found := re.fullmatch(rf"{OFTEN}you go round: (.+), and again{TIMES}", why):
        return _goes_round(past, [named(name) for name in found[1].split(", ")], choice)
    if found := re.fullmatch(rf"{OFTEN}you go round the same (\d) (?:moves|keys){TIMES}", why):
        return _goes_round(past, past.own[-int(found[1]) :], choice)
    if found := re.fullmatch(r"after (.+), (.+) you (?:did this|pressed it) (.+)", why):
        return _followed(past, [named(found[1]), named(found[2])], choice, found[3])
    clause, many, held, trials = re.fullmatch(
        r"(?:(mostly|often) )?(you .+?|after .+?)(?: \((\d+) of (?:the last )?(\d+) times\))?", why
    ).group(2, 1, 3, 4)
    for pattern, rule in rules(thought, past).items():
        if re.fullmatch(pattern, clause):
            kept, now = past.kept(rule), rule(len(past.own))
            away = clause.startswith(("you avoid", "you change"))
            if away:
                kept = [not each for each in kept]
            leads = now is not None and (now != choice if away else now == choice)
            return leads and _held(kept, many, held, trials)
    return False


def _held(kept: Sequence[bool], many: str | None, held: str | None, trials: str | None) -> bool:
    """Whether a rule was kept so often of late: always, "8 of 9 times", mostly, or often."""
    if trials is not None and held is not None:
        return len(kept) >= int(trials) and sum(kept[-int(trials) :]) == int(held)
    shares = [sum(kept[-n:]) / n for n in range(3, min(24, len(kept)) + 1)]
    if many is None:
        return bool(shares) and shares[0] == 1.0
    return max(shares, default=0.0) > (0.5 if many == "mostly" else 0.25)


def _goes_round(past: Past, turn: Sequence[int], choice: int) -> bool:
    return past.own[-2 * len(turn) :] == [*turn, *turn] and turn[0] == choice


def _followed(past: Past, pair: list[int], choice: int, often: str) -> bool:
    """Whether the choice followed the last two so often, and no other one more often."""
    own = past.own
    came = [own[n] for n in range(2, len(own)) if own[n - 2 : n] == pair]
    times = 1 if often == "once" else int(often.removesuffix(" times"))
    return own[-2:] == pair and came.count(choice) == times


def new_pair(thought: Thought, word: str, pair: tuple[str, str] | None = None) -> bool:
    own = Past(thought).own
    last = own[-2:] if pair is None else [named(name) for name in pair]
    fresh = all(own[n - 2 : n] != last for n in range(2, len(own)))
    return expected(thought, word) and fresh and own[-2:] == last


def few(thought: Thought, word: str, count: str) -> bool:
    words = {"no": 0, "one": 1, "only one": 1}
    return expected(thought, word) and len(Past(thought).own) == words[count]


def guessed(thought: Thought, word: str) -> bool:
    rival = 0 if thought.game == "numbers" else 1 - thought.seat
    return expected(thought, word) and max(thought.decision.forecasts[rival]) <= GUESS_AT_MOST


def by_others(thought: Thought, word: str) -> bool:
    return expected(thought, word) and len(Past(thought).own) < 3


IDEAS: Final = frozenset(
    {
        *("you try to beat what I usually do", "you try to beat my answer to your habits"),
        *(f"you think {n} past your counter" for n in ("one step", "two steps", "three steps")),
        *("you react to my moves", "you react to winning and losing", "you favour some moves"),
        *(
            "you return to moves after a while",
            "you repeat orders of moves",
            "you keep a move that won",
        ),
        *("you change a move that won", "you copy my last move", "you avoid my last move"),
        *("you repeat the same move", "you avoid repeats", "you take the next button"),
        *("you go back, or skip buttons", "you go on along the buttons", "you repeat"),
        *("you turn back along the buttons", "you jump far along the buttons", "you climb"),
        *("you stay near the last button", "you like the buttons at the ends", "you turn back"),
        *("you like the buttons in the middle", "you return to earlier moves", "you jump far"),
        *("you stay with recent moves", "you favour some keys", "your keys come in patterns"),
        *("you take the same steps", "you keep to a rhythm", "you descend or jump"),
        *("you keep your direction", "you stay near", "you like the end keys"),
        *("you like the middle keys", "you return to earlier keys", "you stay with recent keys"),
        *("you follow your habits", "you stay with recent moves"),
    }
)
"""Leanings that no count of the last rounds bears out by itself."""
FORECASTS: Final[Mapping[str, Claim]] = {
    r"I expect ([a-z0-9 ]+), but it is little more than a guess\.": guessed,
    r"I expect ([a-z0-9 ]+): I do not know you yet(?: and go by others)?\.": by_others,
    r"I expect ([a-z0-9 ]+), by what I remember of you\.": expected,
    r"I expect (.+): I start from fixed counts and saw (no|only one) move of yours\.": few,
    r"I expect (.+): your last two moves are new to me\.": new_pair,
    r"I expect (.+): my first counts still weigh more\.": expected,
    r"I expect ([a-z0-9 ]+)(?:: (.+))?\.": expects,
    r"I take (\d)(?:, the lowest)?: I never saw you after (\d), (\d)\.": (
        lambda thought, word, first, second: new_pair(thought, word, (first, second))
    ),
    r"I take (\d)(?:, the lowest)?: I saw (no|one) key of yours\.": few,
    r"I guess blindly, one key in (\d): this is what pure chance looks like\.": (
        lambda thought, keys: len(thought.legal) == int(keys)
    ),
    r"I draw each move by lot and do not watch you\.": lambda thought: thought.agent == "random",
    r"I play like a person: few repeats, and more of what just won\.": (
        lambda thought: thought.agent == "habits"
    ),
    r"I play a fixed mix of moves, which nobody can beat on average\.": (
        lambda thought: thought.agent == "nash"
    ),
}


# -- Ur ------------------------------------------------------------------------------------


def plays(thought: Thought, source: str, target: str, why: str) -> bool:
    """ "I play 4 to 6: ..."; the move is the one that is played, and the reason holds."""
    state, move = thought.view, int(thought.decision.move)
    end = len(state.rule_set.tiles[0]) + 1
    to = move + state.roll
    if source != ("start" if move == 0 else str(move)) or target != (
        "off" if to == end else str(to)
    ):
        return False
    moves = sorted(map(int, thought.legal))
    for pattern, holds in UR_REASONS.items():
        if found := re.fullmatch(pattern, why):
            return bool(holds(thought, move, moves, *found.groups()))
    return False


def _tile(state: Any, seat: int, square: int) -> str:
    path = state.rule_set.tiles[seat]
    return path[square - 1] if 0 < square <= len(path) else ""


def captures(thought: Thought, move: int) -> bool:
    state, seat = thought.view, thought.seat
    here = _tile(state, seat, move + state.roll)
    return bool(here) and here in {_tile(state, 1 - seat, s) for s in state.squares(1 - seat)}


def on_rosette(thought: Thought, move: int) -> bool:
    return move + thought.view.roll in thought.view.rule_set.rosettes


def scored(thought: Thought) -> tuple[Lines, list[float]]:
    """The lines of the moves with their values: the last list of as many moves with figures."""
    lists = [i for i in thought.mind if isinstance(i, Lines) and len(i.rows) == len(thought.legal)]
    lines = next((i for i in lists if not i.title.startswith("My moves")), lists[0])
    return lines, [value for _, value in lines.rows]


def is_best(thought: Thought, *_: Any) -> bool:
    lines, values = scored(thought)
    assert lines.chosen is not None
    chosen = values[lines.chosen]
    order = next(i for i in thought.mind if isinstance(i, Lines))
    return chosen >= max(values) - 1e-9 and order.rows[order.chosen or 0][1] >= 0


def shares(thought: Thought, move: int, moves: list[int], own: str, second: str | None) -> bool:
    lines, values = scored(thought)
    assert lines.chosen is not None
    told = [f"{value:.0%}" if not 0 < value < 0.005 else "<1%" for value in values]
    others = [value for n, value in enumerate(values) if n != lines.chosen]
    best = told[values.index(max(others), 0 if values[0] == max(others) and lines.chosen else 1)]
    if second is None:
        return told[lines.chosen] == own and best == own
    return (told[lines.chosen], best) == (own, second)


def equal(thought: Thought, move: int, moves: list[int], count: str) -> bool:
    lines, values = scored(thought)
    assert lines.chosen is not None
    alike = [n for n, value in enumerate(values) if abs(value - values[lines.chosen]) <= 1e-9]
    starts = [lines.rows[n][0].split(" to ")[0] for n in alike]
    return len(alike) == int(count) and move == min(0 if s == "start" else int(s) for s in starts)


UR_REASONS: Final[Mapping[str, Claim]] = {
    r"it is my only move": lambda thought, move, moves: moves == [move],
    r"I draw every move by lot": lambda thought, move, moves: thought.agent == "random",
    r"I always move my hindmost piece that can": lambda thought, move, moves: move == moves[0],
    r"I always move my foremost piece that can": lambda thought, move, moves: move == moves[-1],
    r"it captures, which comes first for me": lambda thought, move, moves: captures(thought, move),
    r"I capture nothing, so I take a rosette": lambda thought, move, moves: (
        on_rosette(thought, move) and not any(captures(thought, m) for m in moves)
    ),
    r"with no capture or rosette, my foremost free piece goes": lambda thought, move, moves: (
        move == moves[-1] and not any(captures(thought, m) or on_rosette(thought, m) for m in moves)
    ),
    r"it gains most by (?:my worth of each square|what I learned in training)": is_best,
    r"it came out best, \d+ (?:throws ahead|moves? deep)": is_best,
    r"(\d+) moves are equal, so my hindmost piece goes": equal,
    r"I win (?:about )?(<1%|\d+%) then, (<1%|\d+%) after the next best": shares,
    r"I win (?:about )?(<1%|\d+%) then, and no move gives more": (
        lambda thought, move, moves, own: shares(thought, move, moves, own, None)
    ),
}
UR: Final[Mapping[str, Claim]] = {
    r"I pass: no piece of mine can move\.": lambda thought: thought.legal == ("pass",),
    r"I play (start|\d+) to (off|\d+): (.+)\.": plays,
}


# -- Guess 2/3 -----------------------------------------------------------------------------

STEPS: Final = ("no step", "one step", "two steps", "three steps", "four steps")


def last_mean(thought: Thought) -> Fraction | None:
    closed = [e for turn in thought.seen for e in turn if e.kind == "close"]
    if not closed:
        return None
    guesses = closed[-1].data["guesses"]
    return Fraction(sum(guesses), len(guesses))


def whole(value: Fraction) -> int:
    return max(0, min(100, int(value + Fraction(1, 2))))


def factor(thought: Thought) -> Fraction:
    return Fraction(str(thought.params["multiplier"]))


def ahead(thought: Thought, guess: str, steps: str, first: str | None, mean: str) -> bool:
    known = last_mean(thought)
    start = Fraction(50) if known is None else known
    goal = whole(start * factor(thought) ** STEPS.index(steps))
    agrees = (first == "middle") == (known is None) and whole(start) == int(mean)
    return agrees and guess == thought.decision.move == str(goal)


def last_target(thought: Thought, guess: str) -> bool:
    mean = last_mean(thought)
    assert mean is not None
    return guess == thought.decision.move == str(whole(mean * factor(thought)))


def near(thought: Thought, target: str, many: str = "", share: str | None = None) -> bool:
    """ "I expect the target near 21: ..."; it is in its own band, and most think so far."""
    band = next(b for b in thought.mind if isinstance(b, Bars) and b.labels == ("target",))
    steps = next(b for b in thought.mind if isinstance(b, Bars) and b.labels[0] == "0 steps")
    near = band.low[0] - 1 <= int(target) <= band.high[0] + 1
    if share is None:
        return near and last_mean(thought) is None
    row = 5 if share == "fit no pattern" else STEPS.index(share)
    half = (steps.values[row] > 0.5) == (many == "most")
    return near and half and steps.values[row] >= max(steps.values) - 1e-9


GUESS: Final[Mapping[str, Claim]] = {
    r"I guess (\d+): I think (.+) ahead of the (?:last average, about|(middle),) (\d+)\.": ahead,
    r"I guess (\d+): if all thought as I do, it would win\.": (
        lambda thought, guess: guess == thought.decision.move
    ),
    r"I guess (\d+): it was the last target\.": last_target,
    r"I guess (\d+): the average moves on as it did\.": lambda thought, guess: (
        guess == thought.decision.move and last_mean(thought) is not None
    ),
    r"I guess (\d+): I have seen no round yet\.": lambda thought, guess: (
        guess == thought.decision.move and last_mean(thought) is None
    ),
    r"I expect the target near (\d+): people usually think so\.": near,
    r"I expect the target near (\d+): (most|many) of you think (.+) ahead\.": near,
    r"I expect the target near (\d+): (most|many) of you (fit no pattern)\.": near,
}

READERS: Final[Mapping[str, Mapping[str, Claim]]] = {
    "karate": FORECASTS,
    "numbers": FORECASTS,
    "ur": UR,
    "guess": GUESS,
}
