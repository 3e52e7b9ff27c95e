"""A game of Ur in words: its turn, what is going on, and the course of the chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.agents import JudgedStep
from games.session.reveal import Reveal
from games.session.session import Session
from games.ur.board import Graph
from games.ur.replayer import Replayer
from games.ur.review import throw_of
from games.ur.rules import NOT_ROLLED, PASS, State, describe_move
from games.ur.watch import Watch

STOPPED: Final = "Paused. Space plays on, . goes one step."

Names = Sequence[str]


def headings(game: Replayer) -> list[str]:
    """What may stand above the board, the longest first."""
    params, over = game.session.setup.params, game.session.match.over
    rules = f"{params['rules'].capitalize()}, {params['pieces']} pieces"
    turn = f"turn {throw_of(game.now + (not over))}"
    if game.active:
        turn = "end" if over else f"{turn} of {throw_of(game.length)}"
        return [f"Replay, {rules}, {turn}", f"Replay, {turn}", turn.capitalize()]
    return [f"{rules}, {turn}", turn.capitalize()]


def status(game: Replayer, names: Names, held: bool, last: Reveal | None) -> str:
    """What is going on, in one sentence.

    `names` are those of the sides; `held` says that the game is stopped; `last` is the turn that
    was shown last.
    """
    state: State = game.session.seen
    if state.winner is not None:
        return f"{names[state.winner]} wins."
    if game.slip is not None:
        return slip_words(game.slip, names)
    if state.roll == NOT_ROLLED:
        return _after_words(last) or (STOPPED if game.watched and held else "")
    if state.moves == (PASS,):
        why = "A roll of 0" if state.roll == 0 else f"No piece can move {state.roll}"
        return f"{why}: the turn passes."
    people = game.session.people
    if state.turn not in people:
        return f"{names[state.turn]} rolled {state.roll}."
    start = f"{names[state.turn]}: choose" if len(people) > 1 else "Choose"
    return f"{start} a piece to move {state.roll}."


def slip_words(step: JudgedStep, names: Names) -> str:
    """What was played at a costly `step`, what was better, and what it cost the one of `names`."""
    played, better = (describe_move(step.before, move) for move in (step.move, step.best))
    cost = f"{100 * -step.change:.0f}%"
    return f"{names[step.seat]}: {played}. Better: {better}. The choice cost {cost}."


def _after_words(last: Reveal | None) -> str:
    """What the last move did, where that matters."""
    if last is None or not last.events:
        return ""
    data = last.events[0].data
    again = data.get("extra_roll")
    if data.get("capture"):
        return "Captured: roll again." if again else "Captured: back to the start."
    return "A rosette: roll again." if again else ""


def graph(game: Replayer, watch: Watch, names: Names, rolling: bool) -> Graph:
    """The course of the game, as the judge in `watch` saw it; `names` are those of the sides.

    What a throw changed is told when it is no longer `rolling`.
    """
    steps = watch.steps(rolling)
    return Graph(
        game.course if game.active else watch.course(rolling),
        f"{names[0]} wins" if names[0] != "You" else "You win",
        _luck_and_skill(game.session, steps, names),
        watch.source,
        len(steps),
        [turn - 1 for turn in sorted(game.slips)] if game.active else (),
    )


def _luck_and_skill(session: Session, steps: Sequence[JudgedStep], names: Names) -> tuple[str, str]:
    """What all rolls and all choices changed for the person or for light, and the last ones."""
    seat, one = session.human or 0, len(session.people) == 1
    whom = "you" if one else names[seat]
    words = []
    for kind, start in (("roll", "Dice"), ("move", "Choices")):
        these = [step for step in steps if step.kind == kind]
        changes = [step.change if step.seat == seat else -step.change for step in these]
        last = ""
        if these:
            mover = these[-1].seat
            whose = "yours" if one and mover == session.human else f"{names[mover]}'s"
            last = f" (last: {whose}, {_points(changes[-1])})"
        words.append(f"{start}: {_points(sum(changes), whom)}{last}.")
    return words[0], words[1]


def _points(share: float, whom: str = "") -> str:
    """A change of a probability in whole points for somebody, with its sign; "even" for none."""
    if not round(100 * share):
        return "even"
    told = f"{round(100 * share):+d}%".replace("-", "\N{MINUS SIGN}")
    return f"{told} for {whom}" if whom else told
