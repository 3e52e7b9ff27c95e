"""The end of a match of capture-the-flag: who won, and how right the beliefs were."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping
from typing import Final

from games.counting import places_words
from games.ctf import MARKS
from games.ctf.bot_moments import BotMoments
from games.ctf.lens import Lenses, TeamFrame
from games.ctf.rules.sensing import enemies_of
from games.ctf.rules.state import BOTS, State
from games.mind import Bars, Lines, Mind, MindItem, Note, Series
from games.session.results import options_told
from games.session.setup import Setup
from games.shell.hooks import AWAY, STRENGTH, TRY, Insight, Report
from games.store.statistics import MatchResult, Outcome

MANY_LATE: Final = 10
"""So many late answers of agents are worth a word at first sight; chosen by hand."""
SURPRISE_WORDS: Final = (
    "0 surprise points: it was sure of the true cell. With each point more it gave that cell about "
    "a third of the chance."
)
SET_WORDS: Final = "How often 90% sets had the truth"


def against_team(found: MatchResult, setup: Setup, tape: BotMoments, own: int) -> MatchResult:
    """Return the result of the person in the seat `own` against the other team's agent."""
    state = tape[-1].state
    rival = setup.seats[1 - own % 2]
    counters = {
        "caught": state.deaths[own],
        "catches": state.kills[own],
        "eaten": eaten(tape, own),
        "own_points": state.score[own % 2],
        "points": sum(state.score),
    }
    return dataclasses.replace(
        found,
        agent=rival.agent,
        outcome=outcome(state, own % 2),
        options=options_told(setup, rival.options),
        rounds=rounds_of(state.moves),
        points_against=float(state.score[1 - own % 2]),
        counters=counters,
    )


def rounds_of(moves: int) -> int:
    """Return the number of rounds in this number of moves; one that was begun counts."""
    return -(-moves // len(BOTS))


def eaten(tape: BotMoments, bot: int) -> int:
    """Return the number of dots that a bot ate."""
    events = (event for moment in tape for event in moment.events)
    return sum(event.kind == "eat" and event.data["bot"] == bot for event in events)


def outcome(state: State, team: int) -> Outcome:
    """Return the outcome of a team."""
    own, other = state.score[team], state.score[1 - team]
    return "drawn" if own == other else "won" if own > other else "lost"


def report(
    tape: BotMoments,
    teams: tuple[str, str],
    lenses: Lenses,
    own: int | None,
    late: int = 0,
    maze: str = "",
) -> Report:
    """Return the report of a match in a `maze` ("maze 4711", or "" to leave it out).

    `own` is the person's team, None where only agents played.
    """
    state = tape[-1].state
    lines = [*_lines(state, teams, maze)]
    if late:
        times = "once" if late == 1 else f"{late} times"
        lines.append(f"An agent answered late {times}, and its bot stayed where it was.")
    items = (*_points(tape, teams), *_rightness(lenses, teams))
    made = 0 if own is None else eaten(tape, own) + state.kills[own] * state.rules.catch
    brief = () if own is None else tuple(_brief(state, lenses, own, late, made))
    mood = "drawn" if own is None else outcome(state, own)
    return Report(_headline(state, teams, own), tuple(lines), items, mood, brief=brief)


def counted(number: int, one: str, more: str = "") -> str:
    """Return a number with its noun: `one`, or `more` for other numbers."""
    return f"{number} {one if number == 1 else more or one + 's'}"


def _headline(state: State, teams: tuple[str, str], own: int | None) -> str:
    score = f"{max(state.score)} to {min(state.score)}"
    if not state.over:
        return "The match was ended early"
    if state.winner is None:
        return f"A draw, {score}"
    if own is not None:
        return f"{'Won' if state.winner == own else 'Lost'}, {score}"
    return f"{teams[state.winner]} win, {score}"


def _lines(state: State, teams: tuple[str, str], maze: str) -> Iterator[str]:
    for team in (0, 1):
        caught = state.deaths[1 - team] + state.deaths[3 - team]
        left = len(state.food[1 - team])
        enemies = counted(caught, "enemy", "enemies")
        told = (
            f"{counted(state.score[team], 'point')}, caught {enemies}, {counted(left, 'dot')} left"
        )
        yield f"{teams[team]}: {told}."
    place = f" in {maze}" if maze else ""
    yield f"{counted(rounds_of(state.moves), 'round')}{place}."


def _points(tape: BotMoments, teams: tuple[str, str]) -> Iterator[Series]:
    """Yield the lead of the first team over time."""
    shown = [*tape[: -1 : len(BOTS)], tape[-1]]
    lead = [moment.state.score[0] - moment.state.score[1] for moment in shown]
    yield Series(
        f"{teams[0]}, points ahead",
        tuple(float(points) for points in lead),
        "points",
        reference=0.0,
        seat=0,
    )


def believed(
    beliefs: Mapping[int, TeamFrame | None], teams: tuple[str, str], judged: bool = True
) -> Mind:
    """Return each team's belief at a moment, as a number of cells.

    Its rightness up to then follows where it may be `judged`, for that tells of the truth.
    """
    items: list[MindItem] = []
    for team, frame in beliefs.items():
        if frame is None:
            items.append(Note(f"{teams[team]}: what it could know is still being worked out."))
            continue
        labels = tuple(f"The {MARKS[enemy]}" for enemy in enemies_of(team))
        told = "About how many cells are equally likely. A full bar: it may be anywhere."
        most = math.log2(len(frame.beliefs[0]))
        shares = tuple(doubt / most for doubt in frame.doubts)
        words = tuple(map(places_words, frame.doubts))
        title = f"{teams[team]}: doubt"
        items.append(Bars(title, labels, shares, help=told, words=words, seat=team))
        if judged and frame.nats is not None and frame.share is not None:
            rows = (("Surprise, on average", frame.nats), ("90% sets had the truth", frame.share))
            words = f"{frame.nats:.2f} points", f"{frame.share:.0%}"
            readings = counted(frame.unseen, "reading")
            items.append(Lines(f"How right, over {readings}", rows, words=words))
    if any(isinstance(item, Lines) for item in items):
        items.append(Note(SURPRISE_WORDS))
    return tuple(items)


def caught_words(catches: int) -> str:
    """Return the number of enemies that a team caught, in words."""
    return f"your team caught {counted(catches, 'enemy', 'enemies') if catches else 'nobody'}"


def _rightness(lenses: Lenses, teams: tuple[str, str]) -> Mind:
    """Return the rightness of each team's belief."""
    frames = {team: lens.frame(lens.steps) for team, lens in lenses.of.items()}
    told = {team: frame for team, frame in frames.items() if frame.unseen}
    if not told:
        return ()
    nats = tuple((teams[team], frame.loss / frame.unseen) for team, frame in told.items())
    sets = tuple((teams[team], frame.held / frame.unseen) for team, frame in told.items())
    return (
        Lines(
            "Surprise points at unseen enemies",
            nats,
            help="-ln of the probability of the true cell, on average: less is better.",
        ),
        Lines(
            SET_WORDS,
            sets,
            "%",
            help="The fewest cells that hold 90% of a belief; right about 90% of the time.",
        ),
    )


def _brief(state: State, lenses: Lenses, own: int, late: int, made: int) -> Iterator[Insight]:
    deaths = state.deaths[own] + state.deaths[own + 2]
    catches = state.deaths[1 - own] + state.deaths[3 - own]
    eaten_by, lost = state.score[own], state.score[1 - own]
    points = f"You {made}, mate {eaten_by - made}, {lost} against"
    stood = Insight(STRENGTH, f"{points}; {caught_words(catches)}.")
    times = "once" if deaths == 1 else f"{deaths} times"
    told = f"Caught {times}: every walk back costs time."
    away = Insight(AWAY, told if deaths else "Nothing: nobody caught you.")
    yield from (stood, away) if eaten_by > lost or not deaths else (away, stood)
    yield Insight(TRY, _advice(state, lenses, own, late))


def _advice(state: State, lenses: Lenses, own: int, late: int) -> str:
    """Return an advice for the next match."""
    deaths = state.deaths[own] + state.deaths[own + 2]
    catches = state.deaths[1 - own] + state.deaths[3 - own]
    points, lost = state.score[own], state.score[1 - own]
    if late >= MANY_LATE:
        return f"Agents answered late {late} times: choose a slower pace in Tune."
    if lenses.of[own].frame(lenses.of[own].steps).nats is not None and deaths > catches:
        return "Turn back from the squares in their half: a ghost may be there."
    if lost > points:
        return "Eat where there are no squares: no ghost is believed there."
    if points > lost:
        return "Go home when you lead, and guard the way to your dots."
    return "Fetch one dot far from the squares: a single point leads."
