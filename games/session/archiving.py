"""A finished match as it is kept: its log, and the row that describes it.

Earlier learning of its agents is taken out of the log, since the player may have it forgotten and
the match kept.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final

from games import catalog, log
from games.core import Log, Seating
from games.fields import BadSave, is_line, printable
from games.mind import Mind
from games.session.reveal import Reveal
from games.session.setup import HUMAN, Setup, Shown
from games.session.starting import strangers
from games.session.today import day_words
from games.store.bot_minds import KeptMinds
from games.store.past import LONGEST_NAME, LONGEST_OPTIONS, MATCH_FILE, PastLog, PastMatch, is_key
from games.store.profiles import digest_of
from games.store.statistics import MatchResult, SeatResult, option_key, places, short_options
from games.weights import SUM, card

SIGN_DIGITS: Final = 16


def sign_of(game: str, seating: Seating) -> str:
    """Return a sign of the agent of a `seating` that changes when it plays with other weights."""
    spec = catalog.seated(game, seating).spec
    sums = [f"{weights.name} {card(weights.name).get(SUM, '')}" for weights in spec.weights]
    return hashlib.sha256("\n".join([spec.id, *sums]).encode()).hexdigest()[:SIGN_DIGITS]


def signs_of(game: str, seats: Sequence[Seating]) -> dict[int, str]:
    """Return the signs of all agents in the `seats` of a `game`, as they are now, by seat."""
    signs = {}
    for seat, seating in enumerate(seats):
        if seating.agent not in (HUMAN, "demo"):
            signs[seat] = sign_of(game, seating)
    return signs


def past_key(match_id: str) -> str:
    """Return the key of the match with an id: the id itself, where a file can be called so."""
    return match_id if is_key(match_id) else digest_of(match_id)


def past_log(
    found: Log,
    result: MatchResult | None,
    names: Sequence[str],
    scores: Sequence[float],
    own: int,
    row: PastMatch,
    minds: KeptMinds = MappingProxyType({}),
) -> PastLog:
    """Return the match of the log `found` as it is kept, with the `row` completed.

    `result` is the result of the player in the seat `own`, None where the game gives none; `names`
    and `scores` are for all seats. The row has the signs of its agents from when they began, or
    gets the present ones. Raises `BadSave` for a match that cannot be written.
    """
    agents = [seating.agent for seating in found.seats]
    rows = zip((_clean(name) for name in names), agents, scores, places(scores), strict=True)
    seats = tuple(SeatResult(*row) for row in rows)
    result = result or _plain_result(found, scores, own)
    options = result.options
    fits = len(options) <= LONGEST_OPTIONS and is_line(options)
    result = dataclasses.replace(
        result,
        options=options if fits else short_options(options),
        seats=seats,
        own=own,
    )
    bare = tuple(dataclasses.replace(seating, start=None) for seating in found.seats)
    starts = {n: s.start for n, s in enumerate(found.seats) if s.start is not None}
    programs = row.agents or signs_of(found.game, found.seats)
    row = dataclasses.replace(
        row, result=result, seed=found.seed, turns=len(found.turns), agents=programs
    )
    return PastLog(row, log.encode(dataclasses.replace(found, seats=bare)), starts, minds)


def _plain_result(found: Log, scores: Sequence[float], own: int) -> MatchResult:
    """Return the result of a match for which its game gives none."""
    teams = [seat.team for seat in catalog.spec(found.game).seats_for(found.params)]
    mates = {seat for seat, team in enumerate(teams) if team is not None and team == teams[own]}
    others = [seat for seat in range(len(found.seats)) if seat not in mates | {own}]
    agents = [found.seats[seat].agent for seat in (*others, own)]
    agent = next((agent for agent in agents if agent != HUMAN), HUMAN)
    most = max((scores[seat] for seat in others), default=0.0)
    options = option_key(catalog.spec(found.game).undraw(found.params, found.seed))
    return MatchResult(found.game, agent, "played", options, len(found.turns), scores[own], most)


def _clean(name: str) -> str:
    return "".join(letter for letter in name if printable(letter))[:LONGEST_NAME]


def minds_of(setup: Setup, played: Sequence[Reveal]) -> KeptMinds:
    """Return what the bots of a match have shown in the turns that were `played`, to be kept."""
    seats, found = strangers(setup.game, setup.seats), dict[tuple[int, int], Mind]()
    for turn, reveal in enumerate(played if seats else (), 1):
        found |= {(turn, seat): mind for seat in seats if (mind := reveal.thought.get(seat))}
    return found


def full_log(past: PastLog) -> Log:
    """Return the log of the finished match `past`, with its agents' learning; raises `BadSave`."""
    found = log.decode(past.text)
    seats = tuple(
        dataclasses.replace(seating, start=past.starts.get(number))
        for number, seating in enumerate(found.seats)
    )
    return dataclasses.replace(found, seats=seats)


def read_match(blob: bytes) -> Shown:
    """Return the match in the `blob` of a `.match` file, or of a match's text (see `games.log`).

    All of it is checked first: a file has to be whole, and its row has to agree with its log.
    Raises `BadSave`.
    """
    if len(blob) > MATCH_FILE.max_bytes:
        raise BadSave("It is too large for a match.")
    if blob.lstrip()[:200].startswith(b'{"format": "open-mind-arcade/match-file"'):
        return shown_of(MATCH_FILE.decode(blob))
    try:
        text = blob.decode("utf-8-sig").lstrip()
    except UnicodeDecodeError:
        raise BadSave("It is not a match of the arcade.") from None
    return Shown(log.decode(text))


def shown_of(past: PastLog) -> Shown:
    """Return the match `past` to look at; raises `BadSave` if row and log tell of two matches."""
    found, row = full_log(past), past.row
    told = (row.game, row.seed, row.turns)
    agents = tuple(seat.agent for seat in row.result.seats)
    if told != (found.game, found.seed, len(found.turns)) or not found.turns:
        raise BadSave("Its parts belong to different matches.")
    if agents and agents != tuple(seating.agent for seating in found.seats):
        raise BadSave("Its parts belong to different matches.")
    names = [seat.name if seat.agent == HUMAN else "" for seat in row.result.seats]
    scores = [seat.score for seat in row.result.seats]
    changed = changed_agents(found, row)
    return Shown(found, names, time_words(row.ended), changed, scores, minds=past.minds)


def changed_agents(found: Log, row: PastMatch) -> tuple[int, ...]:
    """Return the seats of a match whose agents play with other weights today, or are unknown."""
    changed = []
    for seat, sign in row.agents.items():
        try:
            now = sign_of(found.game, found.seats[seat])
        except (IndexError, ValueError):
            now = ""
        if now != sign:
            changed.append(seat)
    return tuple(changed)


def time_words(time: str) -> str:
    """Return a `time` in ISO format as people write it, as "31 Jan 2026, 14:05"; "" for none."""
    try:
        found = datetime.fromisoformat(time)
    except ValueError:
        return ""
    return f"{day_words(found.date().isoformat())}, {found:%H:%M}"
