"""A result beside the measured ones of scripted players: the sentence at the end."""

from __future__ import annotations

from games import catalog
from games.session.setup import Setup
from games.tracker import SPEC
from games.tracker.rules import hide, hunt, measured, seek


def _usual(setup: Setup) -> bool:
    """Return whether what was measured holds for a match of this `setup`."""
    usual = SPEC.params({"play": setup.params["play"]})
    return measured.as_usual(setup.params, usual)


def _name(agent: str) -> str:
    return catalog.agent(SPEC.id, agent).name


def sought_words(setup: Setup, off: float) -> tuple[str, tuple[tuple[str, float], ...]]:
    """Return a judgement of a mean error of `off` moves, and the rivals' errors.

    Returns "" and () without measured figures.
    """
    ghost = setup.seats[seek.GHOST].agent
    found = {
        rival: each.off.value for (who, rival), each in measured.seeking().items() if who == ghost
    }
    if not found or not _usual(setup):
        return "", ()
    lines = tuple(
        (f"{_name(rival)}, in {measured.MAZES} mazes", far) for rival, far in found.items()
    )
    beaten = [rival for rival, far in found.items() if off < far]
    if not beaten:
        worst = max(found.values())
        return f"{off:.1f} moves off on average; without any memory it is {worst:.1f}.", lines
    best = min(beaten, key=lambda rival: found[rival])
    return f"{off:.1f} moves off on average: better than {_name(best)} ({found[best]:.1f}).", lines


def rival_to_meet(setup: Setup) -> str:
    """Return the strongest rival that a careful seeker beats, in a sentence for a loser.

    Returns "" where that is this rival already, or without measured figures.
    """
    ghost, rival = (setup.seats[seat].agent for seat in (seek.GHOST, seek.RIVAL))
    found = {name: each for (who, name), each in measured.seeking().items() if who == ghost}
    beaten = [name for name, each in found.items() if each.ahead.low > 0]
    if not beaten or not _usual(setup) or rival in beaten:
        return ""
    best = found[beaten[-1]]
    how = f"{best.won:.0f} rounds to {best.lost:.0f}"
    return f"Meet {_name(beaten[-1])} first: careful marking beats it, {how}."


def hidden_words(setup: Setup, points: float) -> str:
    """Return a judgement of bringing home `points`; "" without measured figures."""
    tracker = setup.seats[hide.TRACKER].agent
    found = measured.hiding().get(tracker)
    if found is None or not _usual(setup):
        return ""
    par = found.points.value
    return f"You scored {points:.1f}. A fair player scores {par:.1f}."


def par_of(setup: Setup) -> float | None:
    """Return the points that a scripted hider brings home; None where it was not measured."""
    found = measured.hiding().get(setup.seats[hide.TRACKER].agent)
    return None if found is None or not _usual(setup) else found.points.value


def hunt_par(setup: Setup) -> float | None:
    """Return the steps that two hunters like the partner need; None where it was not measured."""
    found = measured.hunting().get(
        (setup.seats[hunt.GHOST].agent, setup.seats[hunt.HUNTERS[1]].agent)
    )
    return None if found is None or not _usual(setup) else found.steps


def hunted_words(setup: Setup, steps: int, caught: bool, fleeing: bool) -> str:
    """Return a judgement of the ghost's being `caught` after `steps` steps, or getting away.

    `fleeing` addresses the ghost. "" without measured figures.
    """
    hunters = setup.seats[hunt.HUNTERS[1]].agent
    if not _usual(setup):
        return ""
    if fleeing:
        met = {who: each for (who, pair), each in measured.hunting().items() if pair == hunters}
        if not met:
            return ""
        best = min(met, key=lambda who: (met[who].caught.value, -(met[who].steps or 0)))
        share, lasts = met[best].caught.value, met[best].steps or 0
        often = f"in {share:.0f} of 100 mazes"
        return f"They catch the {_name(best)} {often}, after about {lasts:.0f} steps."
    par = hunt_par(setup)
    if par is None:
        return ""
    if not caught:
        return f"Two of {_name(hunters)} need {par:.0f} steps on average."
    word = "Faster" if steps < par else "Slower"
    return f"{word} than two of {_name(hunters)}, who need {par:.0f} on average."
