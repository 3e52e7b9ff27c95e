"""Set's part of the analysis protocol: one request in, one reply out.

`sets`, `third`, `is_set`, `ultrasets` and `hint` are the cards, `solve` the solvers, `game` and
`statistics` how often there is no set, `play` a match from a known deck, `reaction` and `fit` the
horse race. What cannot be served raises a `ValueError` of its own kind with one sentence.
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

import numpy as np

from ai.lab.analyse import agent as named_agent
from ai.lab.analyse import choice, integer, is_integer, items, refusal, served, switch
from ai.lab.errors import BadRequest
from ai.lab.positions import of_matches
from ai.lab.progress import Progress
from ai.lab.rooms import Answer, Plain, Request
from ai.lab.set.originals import WAYS
from ai.set.race import KINDS, WEIGHTS, ClaimRates, LearnedRates, prior, race, search_seconds
from ai.set.searchers import Nobody, Steady
from ai.set.solvers import SOLVERS, Boards, Counts, batch, batch_counts
from ai.set.statistics import (
    DECKS,
    POLICIES,
    exact_mean,
    exact_without,
    original_game,
    play_games,
    random_histogram,
    summary,
)
from ai.set.sums import GameSums
from games.core import CHANCE, IllegalMove, Limit
from games.paths import lacks
from games.set import SPEC
from games.set.rules.cards import (
    NAMES,
    NUMBERS,
    THIRD,
    features,
    is_set,
    kind_of,
    sets_among,
    ultrasets_among,
)
from games.set.rules.claims import parse
from games.set.rules.game import GAME
from games.set.rules.state import State, new_state
from games.streams import Stream

T = TypeVar("T")

_MOST_BOARDS: Final = 100_000_000
_MOST_GAMES: Final = 10_000_000
_MOST_SOLVED: Final = 10_000_000
_MOST_SAMPLES: Final = 1_000_000
_MOST_TURNS: Final = 100_000
_LARGEST: Final = 2**63 - 1
_LEAST, _MOST = 1e-9, 1e12
"""Of rates and seconds; chosen by hand."""


# -- cards ---------------------------------------------------------------------------------


def _card(value: object, name: str) -> int:
    if not isinstance(value, str) or value not in NUMBERS:
        told = str(value)[:40]
        raise BadRequest(f'{told!r} in "{name}" is no card; a card is four digits 0..2.')
    return NUMBERS[value]


def _distinct(values: Sequence[object], name: str, fewest: int, most: int) -> list[int]:
    """Return these cards, each once; raises `BadRequest`."""
    if not fewest <= len(values) <= most:
        wanted = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise BadRequest(f'"{name}" has {len(values)} cards; send {wanted}.')
    cards = [_card(value, name) for value in values]
    twice = next((card for card, number in Counter(cards).items() if number > 1), None)
    if twice is not None:
        raise BadRequest(f'{NAMES[twice]} is in "{name}" twice; there is one of each card.')
    return cards


def _cards(request: Request, fewest: int, most: int) -> list[int]:
    return _distinct(items(request, "cards"), "cards", fewest, most)


def _sets(request: Request) -> Plain:
    found = sets_among(_cards(request, 3, 81))
    return {"sets": [list(places) for places in found], "count": len(found)}


def _third(request: Request) -> Plain:
    a, b = (_card(request.get(name), name) for name in ("a", "b"))
    if a == b:
        raise BadRequest(f"{NAMES[a]} is there twice; two different cards have a third.")
    return {"card": NAMES[THIRD[a][b]]}


def _is_set(request: Request) -> Plain:
    cards = _cards(request, 3, 3)
    return {"set": is_set(cards[0], cards[1], cards[2]), "features": features(cards)}


def _ultrasets(request: Request) -> Plain:
    return {"ultrasets": [list(found) for found in ultrasets_among(_cards(request, 4, 27))]}


def _hint(request: Request) -> Plain:
    """Return the set that differs in the fewest features, as much of it as asked for."""
    cards, level = _cards(request, 3, 81), integer(request, "level", 1, 3)
    found = [[cards[place] for place in places] for places in sets_among(cards)]
    if not found:
        return {"cards": [], "features": None}
    best = min(found, key=kind_of)
    told = [NAMES[card] for card in best[:level]]
    return {"cards": told, "features": features(best) if level == 3 else None}


# -- solvers -------------------------------------------------------------------------------


def _boards(request: Request) -> list[list[int]]:
    boards = items(request, "boards")
    if not boards or not all(isinstance(board, list) for board in boards):
        raise refusal(request, "boards", "a list of at least one board, each a list of cards")
    return [_distinct(board, "boards", 3, 81) for board in boards]


def _solve(request: Request) -> Plain:
    solvers = {**SOLVERS, **WAYS}
    solver = choice(request, "solver", (*solvers, *_TOGETHER))
    boards, repeat = _boards(request), integer(request, "repeat", 1, _MOST_SOLVED, 1)
    listed = switch(request, "list", False)
    if len(boards) * repeat > _MOST_SOLVED:
        raise BadRequest(f"Solve at most {_MOST_SOLVED} boards at a time, repeats counted.")
    if solver in _TOGETHER:
        return _solve_together(solver, boards, repeat, listed)
    solve = solvers[solver]
    start = time.perf_counter()
    for _ in range(repeat):
        found = [solve(board) for board in boards]
    told = _timed([len(sets) for sets in found], time.perf_counter() - start, repeat)
    return {**told, "sets": [_plain(sets) for sets in found]} if listed else told


_TOGETHER: Final = ("batch", "compiled")
"""Solvers of many boards of one size at once."""


def _solve_together(solver: str, boards: list[list[int]], repeat: int, listed: bool) -> Plain:
    if len({len(board) for board in boards}) > 1:
        raise BadRequest(f"{solver} solves boards of one size; send them apart.")
    table: Boards = np.array(boards, np.uint8)
    count = batch_counts if solver == "batch" else _compiled_counts()
    start = time.perf_counter()
    for _ in range(repeat):
        counts = count(table)
    told = _timed(counts.tolist(), time.perf_counter() - start, repeat)
    return {**told, "sets": [_plain(sets) for sets in batch(table)]} if listed else told


def _compiled_counts() -> Callable[[Boards], Counts]:
    """Return the counter once it is compiled; raises `BadRequest` where numba is missing."""
    try:
        from ai.lab.set.kernel import counts_of
    except ModuleNotFoundError:
        raise BadRequest(lacks("compiled", "numba", "requirements-lab.txt")) from None
    counts_of(np.zeros((1, 3), np.uint8))
    return counts_of


def _timed(counts: list[int], seconds: float, repeat: int) -> Plain:
    rate = len(counts) * repeat / max(seconds, 1e-9)
    return {"counts": counts, "seconds": seconds, "boards_per_second": rate}


def _plain(sets: Sequence[Sequence[int]]) -> list[list[int]]:
    return [list(places) for places in sets]


# -- statistics ----------------------------------------------------------------------------


def _seed(request: Request) -> int:
    return integer(request, "seed", 0, _LARGEST, 0)


def _game(request: Request) -> Plain:
    deck = _distinct(items(request, "deck"), "deck", 81, 81)
    policy = choice(request, "policy", ("first", "random"), "first")
    log, left = original_game(deck, policy, np.random.default_rng(_seed(request)))
    return {"log": [list(entry) for entry in log], "leftover": [NAMES[card] for card in left]}


def _statistics(request: Request) -> Plain:
    what = choice(request, "what", ("random", "game"))
    return _random(request) if what == "random" else _games(request)


def _games(request: Request) -> Plain:
    games = integer(request, "games", 1, _MOST_GAMES)
    policy = choice(request, "policy", POLICIES, "random")
    weights = _positive(request, "weights") if "weights" in request else WEIGHTS
    found = GameSums()

    def take(piece: GameSums) -> int:
        nonlocal found
        found = piece
        return found.games

    whole = _gathered(play_games(games, _seed(request), policy, weights), take, games, "games")
    if not found.games:
        raise BadRequest("The games were interrupted before the first of them was over.")
    return found.told() if whole else {**found.told(), "interrupted": True}


def _gathered(pieces: Iterator[T], take: Callable[[T], int], whole: int, noun: str) -> bool:
    """Count piece after piece, with progress on standard error; False where it was interrupted.

    What was counted until then stays: `take` gets each piece and returns the number until then.
    """
    with contextlib.closing(Progress()) as progress:
        try:
            for piece in pieces:
                done = take(piece)
                progress(done / whole, f"{done:,} of {whole:,} {noun}")
        except KeyboardInterrupt:
            return False
    return True


def _random(request: Request) -> Plain:
    deck = choice(request, "deck", tuple(DECKS), "full")
    cards = integer(request, "cards", 3, len(DECKS[deck]))
    boards = integer(request, "boards", 0, _MOST_BOARDS)
    exact = {"no_set": exact_without(cards, deck), "mean": exact_mean(cards, deck)}
    names = ("no_set", "three_or_more", "mean", "histogram")
    found: Plain = dict.fromkeys(names)
    if not boards:
        return {"boards": 0, **found, "exact": exact}
    histogram: Counter[int] = Counter()

    def take(piece: Counter[int]) -> int:
        histogram.update(piece)
        return histogram.total()

    pieces = random_histogram(cards, boards, _seed(request), deck)
    whole = _gathered(pieces, take, boards, "boards")
    if not histogram:
        raise BadRequest("The boards were interrupted before the first piece was counted.")
    told = {"boards": histogram.total(), **summary(histogram), "exact": exact}
    return told if whole else {**told, "interrupted": True}


# -- matches -------------------------------------------------------------------------------


def _play(request: Request) -> Plain:
    """Play a match from a known deck."""
    options = {name: request[name] for name in ("mode", "penalty", "none") if name in request}
    params = SPEC.params(options)
    turns = items(request, "turns")
    if len(turns) > _MOST_TURNS:
        raise BadRequest(f"Send at most {_MOST_TURNS} turns.")
    state = GAME.new(params)
    deck = _distinct(items(request, "deck"), "deck", state.left, state.left)
    _fits(deck, state)
    rest, races, clock = iter(deck), [], _Clock()
    state = _filled(state, rest)
    for number, turn in enumerate(turns, start=1):
        state, told = _turn(state, turn, number)
        clock.note(told)
        races.append({name: told[name] for name in ("seat", "result", "ms")})
        state = _filled(state, rest)
    return {
        "races": races,
        "points": list(state.points),
        "sets": list(state.taken),
        "table": [NAMES[card] for card in state.table],
        "deck_left": state.left,
        "clock_ms": clock.total(),
        "over": state.over,
    }


def _fits(deck: Sequence[int], state: State) -> None:
    foreign = next((card for card in deck if not state.deck >> card & 1), None)
    if foreign is not None:
        raise BadRequest(f"{NAMES[foreign]} does not belong to the deck of {state.terms.mode}.")


def _filled(state: State, rest: Iterator[int]) -> State:
    while GAME.to_act(state) == (CHANCE,):
        state, _ = GAME.apply(state, {CHANCE: f"*:{NAMES[next(rest)]}"})
    return state


def _turn(state: State, turn: object, number: int) -> tuple[State, Mapping[str, Any]]:
    """Decide one race; raises `IllegalMove` that names the turn, and `BadRequest`."""
    if not isinstance(turn, list) or len(turn) != 2:
        raise BadRequest(f"Turn {number} is not a list of two moves.")
    if not all(move == "wait" or _is_claim(move) for move in turn):
        raise IllegalMove(
            f"Turn {number}: {str(turn)[:60]} are no two moves of a wait or a claim such as "
            "4180-0012.0120.0201."
        )
    try:
        after, events = GAME.apply(state, {0: turn[0], 1: turn[1]})
    except IllegalMove as problem:
        raise IllegalMove(f"Turn {number}: {problem}") from None
    return after, events[0].data


def _is_claim(move: object) -> bool:
    claim = parse(move)
    return claim is not None and claim.word != "late"


class _Clock:
    """The time of the last claim on each table, added up."""

    def __init__(self) -> None:
        self._before = self._last = 0

    def note(self, told: Mapping[str, Any]) -> None:
        """Hear how a race ended."""
        self._last = self._last if told["ms"] is None else told["ms"]
        if told["result"] != "wrong":
            self._before, self._last = self.total(), 0

    def total(self) -> int:
        """Return milliseconds."""
        return self._before + self._last


# -- the horse race ------------------------------------------------------------------------


def _laid(cards: Sequence[int]) -> State:
    """Return a table with these cards, in the usual mode."""
    return new_state(SPEC.params({}))._replace(table=tuple(cards), waiting=(), fresh=(), deck=0)


def _positive(request: Request, name: str, zero: bool = False) -> tuple[float, ...]:
    """Return a field of four numbers above 0, or with `zero` not below; raises `BadRequest`."""
    values = items(request, name)
    numbers = all(type(value) in (int, float) for value in values)
    least = (
        min((value for value in values if not (zero and value == 0)), default=_LEAST)
        if numbers
        else 0
    )
    if len(values) != len(KINDS) or not numbers or least < _LEAST or max(values) > _MOST:
        which = "0 or " if zero else ""
        raise refusal(request, name, f"four numbers, each {which}from {_LEAST:g} to {_MOST:g}")
    return tuple(float(value) for value in values)


def _searcher(request: Request) -> Steady:
    """Return the agent that a request means: a named one, or one with these rates and no errors."""
    if ("agent" in request) == ("rates" in request):
        raise BadRequest('A request has either an "agent" or "rates".')
    if "rates" in request:
        return Steady(_positive(request, "rates", zero=True), 0)
    made = named_agent(request, "set").make()
    if isinstance(made, Nobody):
        return Steady((0.0,) * len(KINDS), 0)
    if not isinstance(made, Steady):
        raise refusal(request, "agent", "one that finds at a rate: steady-1 to steady-9, mirror")
    return made


def _reaction(request: Request) -> Plain:
    cards, searcher = _cards(request, 3, 81), _searcher(request)
    state = _laid(cards)
    found = race(state, searcher.rates)
    told = {
        "rates": list(searcher.rates),
        "total_rate": found.total,
        "mean_ms": found.mean_ms,
        "median_ms": found.median_ms,
        "first": _first(found, cards),
    }
    if "samples" not in request:
        return told
    samples = integer(request, "samples", 0, _MOST_SAMPLES)
    return {**told, "samples": list(_samples(searcher, state, samples, _seed(request)))}


def _first(found: ClaimRates, cards: Sequence[int]) -> list[Plain]:
    place = {card: number for number, card in enumerate(cards)}
    return [
        {
            "set": [place[card] for card in claim],
            "differ": kind_of(claim),
            "probability": rate / found.total if found.total else 0.0,
        }
        for claim, rate in zip(found.claims, found.each, strict=True)
    ]


def _samples(searcher: Steady, state: State, count: int, seed: int) -> Iterator[list[Any]]:
    """Yield the agent's claims and their times on `count` tables like this."""
    rng = Stream.named(seed, "reaction")
    searcher.begin((0,), GAME, SPEC.params({}), rng)
    place = {card: number for number, card in enumerate(state.table)}
    for number in range(count):
        rng.jump(number)
        claim = parse(searcher.act(0, state, GAME.legal(state, 0), Limit()).move)
        if claim is not None:
            yield [claim.ms, [place[card] for card in claim.cards]]


def _fit(request: Request) -> Plain:
    known = prior()
    if "prior" in request:
        given = request["prior"]
        if not isinstance(given, dict):
            raise refusal(request, "prior", 'an object with "shape" and "rate"')
        known = LearnedRates(_positive(given, "shape"), _positive(given, "rate"))
    for number, plain in enumerate(items(request, "races"), start=1):
        known = after_race(known, plain, f"Race {number}")
    return {name: list(getattr(known, name)) for name in ("shape", "rate", "mean", "sd")}


def after_race(known: LearnedRates, plain: object, name: str) -> LearnedRates:
    """Return the knowledge after a race of `fit`; raises `BadRequest` that begins with `name`."""
    return known.after(*race_of(plain, name))


def race_of(plain: object, name: str) -> tuple[list[int], float, int]:
    """Return a race of `fit`: the kinds of its sets, seconds of search, the kind taken or 0.

    Raises `BadRequest` that begins with its `name`.
    """
    if not isinstance(plain, dict):
        raise BadRequest(f'{name} is not an object with "cards", "ms" and "set".')
    try:
        cards = _cards(plain, 3, 81)
    except BadRequest as problem:
        raise BadRequest(f"{name}: {problem}") from None
    taken = plain.get("set")
    ms: Any = plain.get("ms")
    if type(ms) not in (int, float) or not 0 <= ms <= _LARGEST:
        raise BadRequest(f'{name}: "ms" must be a number from 0 on.')
    sets = sets_among(cards)
    if taken is not None and (not _are_places(taken, cards) or tuple(sorted(taken)) not in sets):
        raise BadRequest(f'{name}: "set" must be null, or three places of cards that are a set.')
    kinds = [kind_of([cards[place] for place in places]) for places in sets]
    found = kind_of([cards[place] for place in taken]) if taken is not None else 0
    return kinds, search_seconds(0, ms), found


def _are_places(taken: object, cards: Sequence[int]) -> bool:
    return isinstance(taken, list) and all(is_integer(p, 0, len(cards) - 1) for p in taken)


serve: Final = served(
    of_matches(
        "set",
        {
            "sets": _sets,
            "third": _third,
            "is_set": _is_set,
            "ultrasets": _ultrasets,
            "hint": _hint,
            "solve": _solve,
            "game": _game,
            "statistics": _statistics,
            "play": _play,
            "reaction": _reaction,
            "fit": _fit,
        },
        lambda view: [] if switch(view, "over", False) else None,
    )
)


def analyst(data_dir: str | None) -> Answer:
    """Return the answer to requests, each served by itself."""
    return serve
