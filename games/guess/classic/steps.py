"""The steps by which the pool breaks: the task, when it is done, and the words then.

Every figure in a sentence is computed from the pool in hand.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from games.guess.classic.pool import BEFORE, Pool, PoolEntry
from games.guess.rules.scoring import MOST, nearest_whole

CHAIN: Final = (50, 33, 22, 15)
"""Two thirds of the middle, again and again, in whole numbers."""
IDEA: Final = " > ".join(map(str, CHAIN))
DRIFT: Final = 5
"""So many visitors come before the drift is told; chosen."""
Kind = Literal["send", "say", "wait"]
"""What is done in a step: a number is sent, or only said, or visitors are waited for."""


class PoolPlaces(NamedTuple):
    """A pool in the lesson: the places of the probe 0 and of the best reply, -1 before them."""

    pool: Pool
    probe: int = -1
    reply: int = -1


class Verdict(NamedTuple):
    """The verdict on an action: whether the step is `right`, and its words."""

    right: bool
    told: str
    course: PoolPlaces


class PoolStep(NamedTuple):
    """A step: its title, what is asked, and the judge of a number (of a visit: -1)."""

    title: str
    kind: Kind
    ask: Callable[[PoolPlaces], str]
    judge: Callable[[PoolPlaces, int], Verdict]


def plain(value: Fraction | float) -> str:
    """Return a number for people: two decimals, whole ones without, and millions as a word."""
    if value >= 1_000_000:
        return f"{float(value) / 1e6:,.0f} million"
    if value == int(value):
        return f"{int(value):,}"
    return f"{float(value):,.2f}"


def _answered(entry: PoolEntry, pool: Pool) -> str:
    return f"score {plain(entry.told.score)}, rank {entry.told.rank} of {pool.count}"


# -- the steps -----------------------------------------------------------------------------


def _ask_idea(course: PoolPlaces) -> str:
    return (
        "Everybody names a number from 0 to 100. The number nearest to two thirds of the average "
        "wins. All others say 50. What do you say?"
    )


def _judge_idea(course: PoolPlaces, number: int) -> Verdict:
    if number != CHAIN[1]:
        told = "Two thirds of 50: divide 50 by 3, and take the result twice."
        return Verdict(False, told, course)
    told = (
        f"Right. But if all think so and say 33, then 22 wins, and then 15: {IDEA}. The art is to "
        "know how far the others think."
    )
    return Verdict(True, told, course)


def _ask_first(course: PoolPlaces) -> str:
    return (
        f"In 2009 this game was a form on a page. Send any number: you are told your score (how "
        f"far you are from the target) and your rank. The target is 2/3 of the average of all "
        f"numbers ever sent, yours too. {BEFORE} simulated visitors were here before you."
    )


def _judge_first(course: PoolPlaces, number: int) -> Verdict:
    entry = course.pool.send(number)
    told = f"The form answers: {_answered(entry, course.pool)}. Your number stays for ever."
    return Verdict(True, told, course)


def _ask_probe(course: PoolPlaces) -> str:
    return (
        "The form shows no numbers and no target. But a score is a distance, and the target is "
        "never below 0. For which number is the score the target itself? Send that one."
    )


def _judge_probe(course: PoolPlaces, number: int) -> Verdict:
    pool = course.pool
    entry = pool.send(number)
    if number == 0:
        told = f"The form answers: {_answered(entry, pool)}. It has just given itself away."
        return Verdict(True, told, course._replace(probe=pool.count - 1))
    score = plain(entry.told.score)
    told = (
        f"Score {score}: so the target is {score} above {plain(number)}, or as much below. "
        "Which number has nothing below it?"
    )
    return Verdict(False, told, course)


def _ask_read(course: PoolPlaces) -> str:
    score = course.pool.entries[course.probe].told.score
    return (
        f"Your 0 was told: score {plain(score)}. Where was the target? Answer with the nearest "
        "whole number. Nothing is sent now."
    )


def _judge_read(course: PoolPlaces, number: int) -> Verdict:
    target = course.pool.entries[course.probe].told.target
    if number != nearest_whole(target):
        told = "The score is the way from 0 to the target. Go that far up the line from 0."
        return Verdict(False, told, course)
    count = course.probe + 1
    total = Fraction(3 * count, 2) * target
    told = (
        f"Right: it was {target} = {plain(target)}. The whole table had N = {count} rows, so the "
        f"sum of all numbers was S = 3 N t / 2 = {plain(total)}. The pool holds no secret now."
    )
    return Verdict(True, told, course)


def _ask_reply(course: PoolPlaces) -> str:
    pool = course.pool
    return (
        "Your next number moves the target, too. It becomes the target itself if "
        f"g = 2(S+g)/(3(N+1)), so g = 2S/(3N+1). Now S = {plain(pool.total)} and "
        f"N = {pool.count}: send the whole number nearest to g. The line shows where each number "
        "would move the target."
    )


def _judge_reply(course: PoolPlaces, number: int) -> Verdict:
    pool = course.pool
    best = pool.best()
    entry = pool.send(number)
    if number == best.guess:
        told = (
            f"g = {best.best} = {plain(best.best)}. The form answers your {plain(number)}: "
            f"{_answered(entry, pool)}. No need to know what anybody thinks."
        )
        return Verdict(True, told, course._replace(reply=pool.count - 1))
    told = (
        f"Score {plain(entry.told.score)}; {plain(best.guess)} would have had {plain(best.score)}. "
        f"Your number stays, so the best reply has moved: S = {plain(pool.total)}, "
        f"N = {pool.count}."
    )
    return Verdict(False, told, course)


def _since(course: PoolPlaces) -> int:
    """Return the number of visitors since the best reply."""
    return sum(not entry.own for entry in course.pool.entries[course.reply + 1 :])


def _ask_drift(course: PoolPlaces) -> str:
    pool, entry = course.pool, course.pool.entries[course.reply]
    return (
        f"Your {plain(entry.guess)} was told score {plain(entry.told.score)}, rank "
        f"{entry.told.rank}. Let {DRIFT} more visitors come and watch what it is worth now. "
        f"The lid is off: these are the {pool.count} numbers of the pool."
    )


def _judge_drift(course: PoolPlaces, number: int) -> Verdict:
    pool = course.pool
    if number >= 0:
        pool.send(number)
    came, entry, now = _since(course), pool.entries[course.reply], pool.now(course.reply)
    told = (
        f"Told {plain(entry.told.score)}, rank {entry.told.rank}. Now {plain(now.score)}, rank "
        f"{now.rank}."
    )
    if came >= DRIFT:
        return Verdict(True, f"{told} An answer was true only when it was given.", course)
    return Verdict(False, f"{told} {DRIFT - came} more to come.", course)


def _ask_vandal(course: PoolPlaces) -> str:
    return (
        f"The form took every whole number up to {MOST:,}, and nobody was asked who they are. "
        "Send that one: one vandal is enough."
    )


def _judge_vandal(course: PoolPlaces, number: int) -> Verdict:
    pool = course.pool
    entry = pool.send(number)
    if number != MOST:
        told = f"The form answers: {_answered(entry, pool)}. The button Largest sets it."
        return Verdict(False, told, course)
    now, rows = pool.now(course.reply), pool.rows()
    first = pool.entries[rows[0].place]
    whose = "your own" if first.own else f"{first.name}'s"
    told = (
        f"The target is {plain(pool.target)}. Your best reply scores {plain(now.score)} and has "
        f"rank {now.rank}; first is {whose} {plain(first.guess)}, merely because it is large."
    )
    return Verdict(True, told, course)


TRIALS: Final = 2
"""With the whole list: the probe, and the reply that it makes possible."""


def _ask_trials(course: PoolPlaces) -> str:
    return (
        "The author hoped that a few trials would find a strategy that wins, and asked for it. His "
        "form listed as many rows as one wished, and so told N. In how many trials do you win?"
    )


def _judge_trials(course: PoolPlaces, number: int) -> Verdict:
    if number == TRIALS:
        told = (
            "Right: 0 shows the target, the list shows N, and the second number wins. Without the "
            "list a number far off shows N by its score, and the third wins."
        )
        return Verdict(True, told, course)
    if number == TRIALS + 1:
        told = "That many are enough without the list. With it one number less will do."
    else:
        told = "Count again: what did the 0 tell, and what did you send when you knew N?"
    return Verdict(False, told, course)


STEPS: Final = (
    PoolStep("The idea", "say", _ask_idea, _judge_idea),
    PoolStep("The pool of 2009", "send", _ask_first, _judge_first),
    PoolStep("Probe it with 0", "send", _ask_probe, _judge_probe),
    PoolStep("Read the target", "say", _ask_read, _judge_read),
    PoolStep("The best reply", "send", _ask_reply, _judge_reply),
    PoolStep("Old scores drift", "wait", _ask_drift, _judge_drift),
    PoolStep("One vandal", "send", _ask_vandal, _judge_vandal),
    PoolStep("In how many trials?", "say", _ask_trials, _judge_trials),
)
LID: Final = 5
"""From this step on the numbers of the pool are shown."""
END_TITLE: Final = "What is done about it"
END: Final = (
    "The pool stays open below: send what you like. At the table and in a class the game is played "
    "in rounds, and each of these holes is closed."
)
MENDED: Final = (
    ("No probing", "Numbers stay sealed until the round closes; before that only their count."),
    ("No drift", "A closed round is never counted again, so a score stays what it was."),
    ("No vandal", "One number each, from 0 to 100; the last one counts."),
    (
        "No mix-ups",
        "The form sent a number whenever its link was fetched (a GET), and knew people by the "
        "second. A class sends by POST, with a token each.",
    ),
)
