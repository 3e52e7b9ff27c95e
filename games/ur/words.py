"""A game of Ur in words: its turn, what is going on, and the course of the chances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from games.core import Event
from games.session.replaying import Replay
from games.session.reveal import Reveal, last_of_other
from games.session.session import Session
from games.shell.input import Input
from games.shell.keys import STOPPED, has, named
from games.ur.asks import JudgedStep
from games.ur.coach.advice import CoachAdvice
from games.ur.review import throw_of
from games.ur.river import KEY, WinCourse
from games.ur.rules import NOT_ROLLED, PASS, State, describe_move
from games.ur.watch import JudgeWatch

Names = Sequence[str]


def headings(session: Session) -> list[str]:
    """Return the possible headings above the board, the longest first."""
    params, over = session.setup.params, session.match.over
    rules = f"{params['rules'].capitalize()}, {params['pieces']} pieces"
    turn = f"turn {throw_of(len(session.match.turns) + (not over))}"
    if isinstance(session, Replay):
        turn = "end" if over else f"{turn} of {throw_of(session.length)}"
        return [f"Replay, {rules}, {turn}", f"Replay, {turn}", turn.capitalize()]
    return [f"{rules}, {turn}", turn.capitalize()]


def status(
    session: Session,
    names: Names,
    held: bool,
    last: Reveal | None,
    slip: JudgedStep | None = None,
) -> str:
    """Return the present event, in one sentence.

    `names` are the sides' names; `held` is True while the game is stopped; `last` is the turn that
    was shown last, `slip` a costly choice that comes next.
    """
    state: State = session.seen
    if state.winner is not None:
        return f"{names[state.winner]} wins."
    if slip is not None:
        return slip_words(slip, names)
    people = session.people
    before = ""
    if state.turn in people and not session.setup.replay:
        before = last_of_other(session.played, state.turn, partial(act_words, names=names))
    if state.roll == NOT_ROLLED:
        return before or _after_words(last) or (STOPPED if held else "")
    if state.moves == (PASS,):
        why = "A roll of 0" if state.roll == 0 else f"No piece can move {state.roll}"
        return f"{why}: the turn passes."
    if state.turn not in people or session.setup.replay:
        return f"{names[state.turn]} rolled {state.roll}."
    start = f"{names[state.turn]}: choose" if len(people) > 1 else "Choose"
    return f"{before} {start} a piece to move {state.roll}.".strip()


def act_words(event: Event, names: Names) -> str:
    """Return the move or the pass of a side, in a sentence; "" for a throw."""
    data = event.data
    if event.kind == "pass":
        return f"{names[data['seat']]} could not move."
    if event.kind != "move":
        return ""
    start = "start" if data["from"] == 0 else data["from"]
    goal = "off" if data["off"] else data["to"]
    took = ", and captured" if data["capture"] else ""
    return f"{names[data['seat']]} moved from {start} to {goal}{took}."


def coached(advice: CoachAdvice, hands: Input) -> str:
    """Return the coach's words; after a mistake also the keys of the device in hand that go on."""
    if not advice.played:
        return advice.text
    on_with = "{skip} or a click goes on, {undo} takes yours back."
    if not has(hands, on_with):
        on_with = "{skip} goes on, the pause page takes yours back."
    return f"{advice.text} {named(on_with, hands.label)}"


def which_piece(hands: Input) -> str:
    """Return how to choose a piece, where none is chosen."""
    pad = hands.state.device == "gamepad"
    how = (
        "Go to it with the cross, then {confirm}"
        if pad
        else "Press its number, or arrows and {confirm}"
    )
    return f"Which piece? {named(how, hands.label)}."


def asked_to_throw(after: str, key: Callable[[str], str]) -> str:
    """Return the request to a person, after the last move's effect; `key` gives an action's key."""
    return f"{after} Throw: {key('skip')}, or click or drag the dice.".strip()


def slip_words(step: JudgedStep, names: Names) -> str:
    """Return the move at a costly `step`, the better one, and its cost to the player in `names`."""
    played, better = (describe_move(step.before, move) for move in (step.move, step.best))
    cost = f"{100 * -step.change:.0f}%"
    return f"{names[step.seat]}: {played}. Better: {better}. The choice cost {cost}."


def _after_words(last: Reveal | None) -> str:
    """Return the effect of the last move, where that matters."""
    if last is None or not last.events:
        return ""
    data = last.events[0].data
    again = data.get("extra_roll")
    if data.get("capture"):
        return "Captured: roll again." if again else "Captured: back to the start."
    return "A rosette: roll again." if again else ""


def graph(
    session: Session, watch: JudgeWatch, names: Names, rolling: bool, marks: Sequence[int] = ()
) -> WinCourse:
    """Return the course of the game, as the judge in `watch` saw it; `names` are the sides' names.

    The change by a throw is shown when it is no longer `rolling`. `marks` are the turns before
    costly choices.
    """
    steps = watch.steps(rolling)
    shown = watch.judge.steps if isinstance(session, Replay) else steps
    return WinCourse(
        (watch.judge.first, *(step.light for step in shown)),
        f"{names[0]}, to win:" if names[0] != "You" else "You, to win:",
        luck_and_choices(session, steps, names, watch.source),
        len(steps),
        marks,
        shown,
        KEY,
    )


def luck_and_choices(
    session: Session, steps: Sequence[JudgedStep], names: Names, source: Sequence[str]
) -> tuple[str, ...]:
    """Return the changes by all throws and all choices for the person or for light, the longest
    first.

    `source` names the source of estimates; it is left out last.
    """
    seat, people = session.human or 0, session.people
    whom = "you" if len(people) == 1 and not session.setup.replay else names[seat]
    sums, last = [0, 0], ""
    for number, kind in enumerate(("roll", "move")):
        these = [step for step in steps if step.kind == kind]
        changes = [step.change if step.seat == seat else -step.change for step in these]
        sums[number] = round(100 * sum(changes))
        if these and kind == "roll":
            last = f" (last roll {points(changes[-1])})"
    dice, moved = sums
    luck = f"Luck {'gave' if dice > 0 else 'cost'} {whom} {abs(dice)}%" if dice else "Luck is even"
    whose = "Your" if whom == "you" else "The"
    rest = f"{whose} moves {'gained' if moved > 0 else 'lost'} {abs(moved)}%."
    rest, told = rest if moved else f"{whose} moves cost nothing.", " ".join(source)
    return (
        f"{luck}{last}. {rest} {told}".strip(),
        f"{luck}. {rest} {told}".strip(),
        f"{luck}. {rest}",
        *([told] if told else []),
    )


def points(share: float) -> str:
    """Return a change of a probability in whole percent, with its sign; "even" for none."""
    rounded = round(100 * share)
    return f"{rounded:+d}%".replace("-", "\N{MINUS SIGN}") if rounded else "even"
