"""After a game of Ur: its course, luck and skill apart, the costliest mistakes; the game as text.

Data: the judge's steps (`ai.ur.judge.Step`, read by name: kind, seat, light, change, move, best,
before). A choice costs what it gives away against the best move, in win probability.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from games.mind import Bars, Lines, MindItem, Note, Series
from games.session.session import Session
from games.session.setup import Setup
from games.shell.hooks import AWAY, STRENGTH, TRY, Insight, Report
from games.shell.pages.clipboard import to_clipboard
from games.shell.shell import Shell
from games.store.library import export_text
from games.store.statistics import MatchResult, option_key
from games.ur import COLOURS
from games.ur.asks import Judge, JudgedStep
from games.ur.coach.grades import SLIP, accuracy, choices
from games.ur.rules import PASS, State, describe_move

# Rows of the report, and letters of a name; chosen by eye.
MISTAKES: Final = 6
ROLLS: Final = 3
LONGEST_NAME: Final = 9
SMALLEST: Final = 0.005
"""A choice that costs less is no mistake."""
GRADES: Final = ((5.0, "Merciless"), (15.0, "Strong"), (35.0, "Fair"), (70.0, "Gentle"))
"""How play is called whose choices lost less than so many points of win probability; by ear."""
FEWEST: Final = 10
"""Choices before play is called anything: a game has about 50; by hand."""
COST: Final = "What cost you most"
_LOOK_FOR: Final = MappingProxyType(
    {
        "captures": "Look for captures first: you passed some by.",
        "rolls again": "Take the rosettes: they roll again.",
        "off": "Bring pieces off when you can.",
        "start": "Bring new pieces in earlier.",
    }
)
"""Words of a move (`describe_move`), and the advice to look for such moves."""


def report(state: State, judge: Judge, names: Sequence[str], humans: Sequence[int]) -> Report:
    """Return the report on the game that ended in `state`, for the one person that played, or both
    sides.

    `judge` watched it; `names` are the sides' names, `humans` the seats of people.
    """
    seat = humans[0] if len(humans) == 1 else None
    if names[0] == names[1]:
        names = (f"{COLOURS[0]} {names[0]}", f"{COLOURS[1]} {names[1]}")
    if not judge.steps:
        return Report("Nothing was played")
    winner = state.winner
    lines = [_ending(state, names), *_luck_words(judge, names, seat)]
    headline = "The game was ended early" if winner is None else f"{names[winner]} wins"
    mood = "drawn"
    if winner is not None and seat is not None:
        headline = "You win" if winner == seat else f"{names[winner]} wins"
        mood = "won" if winner == seat else "lost"
    items, brief = _items(judge, names, seat), () if seat is None else _brief(judge, seat)
    return Report(headline, tuple(lines), items, mood, _turns(judge, seat), brief=brief)


def _brief(judge: Judge, seat: int) -> tuple[Insight, ...]:
    """Return the largest loss of the person in a seat, its quality of choice, and an advice."""
    made = [s for s in judge.steps if s.kind == "move" and s.seat == seat and s.move != PASS]
    lost, slips = -100 * sum(step.change for step in made), costly_choices(judge.steps, (seat,))
    chosen = list(choices(judge.steps, seat))
    grade = next((word for most, word in GRADES if lost < most), "Careless")
    kept = accuracy(chosen)
    sure = "" if kept is None else f", {kept:.0%} accuracy"
    graded = f"{grade}{sure}. " if len(chosen) >= FEWEST else ""
    told = f"{graded}Mistakes cost you {lost:.0f}%; lucky rolls {_gave(_dice(judge, seat)[0])}."
    strength = Insight(STRENGTH, told)
    if not slips:
        return (Insight(AWAY, "Nothing: no choice cost you anything."), strength)
    number, step = slips[0]
    moved = f"On turn {throw_of(number)}, moving {_plain(step, step.move)}"
    away = Insight(COST, f"{moved} lost {-step.change:.0%}.")
    return (away, strength, Insight(TRY, _advice([step for _, step in slips])))


def _plain(step: JudgedStep, move: str) -> str:
    """Return a move without what comes of it."""
    return describe_move(step.before, move).split(",")[0]


def _advice(slips: Sequence[JudgedStep]) -> str:
    """Return the common gain of the better moves at these costly choices."""
    gained = dict.fromkeys(_LOOK_FOR, 0.0)
    for step in slips:
        played, better = (describe_move(step.before, move) for move in (step.move, step.best))
        for word in gained:
            if word in better and word not in played:
                gained[word] -= step.change
    word = max(gained, key=gained.__getitem__)
    if gained[word] > 0.0:
        return _LOOK_FOR[word]
    step = slips[0]
    return f"There, {_plain(step, step.best)} was better. Look for the reason."


def _turns(judge: Judge, seat: int | None) -> tuple[tuple[int, ...], ...]:
    """Return for each item of the report the turns that its rows tell of."""
    sides = (0, 1) if seat is None else (seat,)
    slips = [tuple(number for number, _ in costly_choices(judge.steps, (side,))) for side in sides]
    rolls = tuple(number + 1 for number, _ in _moving_rolls(judge))  # seen when it lies there
    return ((), (), *slips, rolls)


def _ending(state: State, names: Sequence[str]) -> str:
    counts = [f"{names[s]} brought {state.off(s)} of {state.pieces} off" for s in (0, 1)]
    return f"{counts[0]}, {counts[1]}."


def _luck_words(judge: Judge, names: Sequence[str], seat: int | None) -> list[str]:
    """Return the changes by dice and choices, in whole points that add up to the end."""
    about = 0 if seat is None else seat
    whom = names[0] if seat is None else "you"
    start, end = (
        round(100 * (light if about == 0 else 1.0 - light))
        for light in (judge.first, judge.steps[-1].light)
    )
    own, other = _dice(judge, about)
    mine = "your dice" if seat is not None else f"{names[0]}'s dice"
    dice = _moved(mine, own, whom, " points")
    theirs = _moved(f"{names[1 - about]}'s dice", other, whom)
    told = f"From {start}% to {end}%: {dice}, {theirs}, "
    told += f"{_moved('the choices of both sides', end - start - own - other, whom)}."
    if not judge.exact:
        told += f" The chances are estimates of {judge.source}."
    return [told]


def _dice(judge: Judge, seat: int) -> tuple[int, int]:
    """Return the gain by a seat's own dice, and by the other side's, in whole points."""
    thrown = [step for step in judge.steps if step.kind == "roll"]
    own = sum(step.change for step in thrown if step.seat == seat)
    other = -sum(step.change for step in thrown if step.seat != seat)
    return round(100 * own), round(100 * other)


def _gave(points: int) -> str:
    """Return the effect of dice on a person, in a few words."""
    if points == 0:
        return "came out even"
    return f"gave you {points}%" if points > 0 else f"gave your opponent {-points}%"


def _moved(what: str, points: int, whom: str, unit: str = "") -> str:
    """Return how many points of win probability `what` gave or took, with a `unit`."""
    if points == 0:
        return f"{what} came out even"
    did, way = ("gave", "to") if points > 0 else ("took", "from")
    return f"{what} {did} {abs(points)}{unit} {way} {whom}"


def _items(judge: Judge, names: Sequence[str], seat: int | None) -> tuple[MindItem, ...]:
    about = 0 if seat is None else seat
    whose = f"{names[0]}'s" if seat is None else "Your"
    values = [judge.first, *(step.light for step in judge.steps)]
    if about == 1:
        values = [1.0 - value for value in values]
    items: list[MindItem] = [
        Series(
            f"{whose} chances, turn by turn",
            tuple(values),
            "%",
            0.5,
            help="The win probability if both play on as well as can be.",
        )
    ]
    items.append(_accounts(judge, names, seat))
    sides = (seat,) if seat is not None else (0, 1)
    for side in sides:
        items.append(mistakes(judge, side, "Your" if seat is not None else f"{names[side]}'s"))
    return (*items, _rolls(judge, names, seat))


def _accounts(judge: Judge, names: Sequence[str], seat: int | None) -> Bars:
    """Return how much the dice and the choices of each side moved the chances of the first."""
    about = 0 if seat is None else seat
    labels = []
    values = []
    for side in (about, 1 - about):
        whose = "Your" if side == seat else f"{_short(names, side)}'s"
        for kind, word in (("roll", "dice"), ("move", "choices")):
            total = sum(s.change for s in judge.steps if s.kind == kind and s.seat == side)
            labels.append(f"{whose} {word}")
            values.append(100 * total * (1 if side == about else -1))
    chance = f"{names[0]}'s chance" if seat is None else "your chance"
    own, other = ("its", names[1]) if seat is None else ("your", names[1 - seat])
    told = (
        f"By how many points {chance} to win rose or fell. The best move keeps what there is, so "
        f"{own} own choices can only cost, and those of {other} can only help."
    )
    return Bars("Luck and skill apart", tuple(labels), tuple(values), "points", help=told)


def _short(names: Sequence[str], side: int) -> str:
    """Return a side's name for a narrow column: its colour's where it is long."""
    return names[side] if len(names[side]) <= LONGEST_NAME else COLOURS[side]


def _rolls(judge: Judge, names: Sequence[str], seat: int | None) -> Lines:
    """Return the rolls that moved the chances most, for the one person or for the first side."""
    about = 0 if seat is None else seat
    rows = []
    for number, step in _moving_rolls(judge):
        who = "you" if step.seat == seat else names[step.seat]
        change = 100 * step.change * (1 if step.seat == about else -1)
        rows.append((f"Turn {throw_of(number)}: {who} rolled {step.move}", change))
    whose = f"{names[0]}'s" if seat is None else "your"
    words = f"By how many points a roll moved {whose} win probability. Choose a row to see it."
    return Lines("The rolls that counted most", tuple(rows), "points", help=words)


def throw_of(turn: int) -> int:
    """Return the number for people, from 1 on, of a turn of the match: a throw and its move have
    one.
    """
    return (turn + 1) // 2


def _moving_rolls(judge: Judge) -> list[tuple[int, JudgedStep]]:
    """Turn and step of the rolls that moved the chances most."""
    thrown = [(n, s) for n, s in enumerate(judge.steps, start=1) if s.kind == "roll"]
    return sorted(thrown, key=lambda entry: -abs(entry[1].change))[:ROLLS]


def costly_choices(
    steps: Sequence[JudgedStep], sides: Sequence[int]
) -> list[tuple[int, JudgedStep]]:
    """Turn and step of the choices that cost each side most, of each side the costliest first."""
    numbered = list(enumerate(steps, start=1))
    found = []
    for side in sides:
        made = [(n, s) for n, s in numbered if s.kind == "move" and s.seat == side]
        slips = [(n, s) for n, s in made if s.move != PASS and -s.change >= SMALLEST]
        found += sorted(slips, key=lambda entry: entry[1].change)[:MISTAKES]
    return found


def mistakes(judge: Judge, seat: int, whose: str) -> Lines | Note:
    """Return the costliest choices of a seat by the `judge`, each with the better move.

    `whose` names their owner in words.
    """
    made = [s for s in judge.steps if s.kind == "move" and s.seat == seat and s.move != PASS]
    worst = costly_choices(judge.steps, (seat,))
    choices = sum(len(s.before.moves) > 1 for s in made)
    if not worst:
        return Note(f"{whose} choices: {choices}, and none of them cost anything.")
    rows = tuple((_mistake(step, number), -step.change) for number, step in worst)
    return Lines(
        f"{whose} costliest choices",
        rows,
        "%",
        help=f"Of {choices} choices. The number is the win probability that was given away. "
        "Choose a row to see it on the board.",
    )


def _mistake(step: JudgedStep, number: int) -> str:
    played, better = (describe_move(step.before, move) for move in (step.move, step.best))
    return f"Turn {throw_of(number)}, a {step.before.roll}: {played}. Better: {better}."


def weigh_choice(judge: Judge, step: JudgedStep) -> Lines:
    """Return the value of each move at a costly `step` by the `judge`.

    The played one has the outline.
    """
    found: Lines = judge.candidates(step.before, "Win probability after each move")
    played, better = (describe_move(step.before, move) for move in (step.move, step.best))
    marks = {played: f"{played} (played)", better: f"{better} (better)"}
    rows = tuple((marks.get(text, text), value) for text, value in found.rows)
    chosen = [text for text, _ in found.rows].index(played)
    return replace(found, rows=rows, chosen=chosen)


def match_result(
    setup: Setup, state: State, turns: int, seat: int, steps: Sequence[JudgedStep] = ()
) -> MatchResult | None:
    """Return the result to record of a game of `turns` turns by a `setup` for the person in a seat,
    at its end.

    With the `steps` of the judge it counts the seat's choices, and the `right` ones, which cost
    less than a slip.
    """
    if seat not in setup.humans or state.winner is None:
        return None
    other = setup.seats[1 - seat]
    return MatchResult(
        setup.game,
        other.agent,
        "won" if state.winner == seat else "lost",
        option_key({**setup.params, **other.options}),
        turns,
        float(state.off(seat)),
        float(state.off(1 - seat)),
        counters={"turns": turns, **_right(steps, seat)},
    )


def _right(steps: Sequence[JudgedStep], seat: int) -> dict[str, int]:
    """Return the counts of a seat's choices and of the right ones; none where none was judged."""
    made = list(choices(steps, seat))
    right = sum(choice.grade < SLIP for choice in made)
    return {"choices": len(made), "right": right} if made else {}


def copy_game(shell: Shell, session: Session) -> None:
    """Copy the game of a `session` as text, for the clipboard or a file."""
    shell.toast(copy_text(shell, session.as_text()))


def copy_text(shell: Shell, text: str) -> str:
    """Put a game's text on the clipboard, or where there is none into a file; return where."""
    if to_clipboard(text):
        return "The game is on the clipboard as text."
    root = shell.library.store.root
    if root is None:
        return "There is neither a clipboard nor a folder to copy the game to."
    path = root / "ur-game.txt"
    problem = export_text(shell.library, path, text, "the game")
    return problem or f"There is no clipboard here; the game is in {path}."
