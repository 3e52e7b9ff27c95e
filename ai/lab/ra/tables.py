"""Whole games of every kind of player, compiled: what is learned from, and how often each wins.

A seat is `HEURISTIC`, the potential's player; `PROGRAM` or a number below, the programs of 2006
that stand one behind the other; a network's number: each chooses best for itself, and holds all
others to do the same, as in the training; that number and `PLAYED`: the same network as `net` plays
it, with thresholds in the others' bids; or that number and `DEEP`: as `net+` plays it, looking over
the next tile. It is the same play as the arena's, but for discards, which cost the least by one
rule for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from ai.lab.compiled import uniform
from ai.lab.ra.engine import (
    Array,
    Nets,
    Room,
    compiled,
    drawn_kind,
    evaluate,
    net_turn,
    new_row,
    utility,
    worth_of_outcomes,
)
from ai.lab.ra.kernel import COMPILED
from ai.lab.ra.learning import stack
from ai.lab.ra.seed_engine import Layers, Program, seed_bid, seed_turn
from ai.lab.ra.seed_engine import Room as Sums
from ai.ra.likely import TRUST, WIDTH
from ai.ra.network import NETS, Network
from ai.ra.plain import BLOCK, EPOCH, LEFT, PLAYERS, SCORES, SIZE, SUNS, TURN, UP, K
from ai.ra.seed_inputs import LOT_INPUTS, SUN_INPUTS
from ai.ra.seed_net import PROGRAMS

HEURISTIC: Final = -1
PROGRAM: Final = -2
PLAYED: Final = 100
DEEP: Final = 200
MOST_STATES: Final = 400
"""States before a draw in one game; a game has about 130."""

Programs = tuple[Layers, Layers, Array]
"""Programs of 2006 one behind the other: the arrays of `Program`, each with one more axis."""
Work = tuple[Room, Sums, Array, float]
"""Where networks and programs work, the random numbers of choices, and how many are by lot."""

_block_size = COMPILED["block_size"]
_bag_size = COMPILED["bag_size"]
_draw_tile = COMPILED["draw_tile"]
_settle = COMPILED["settle"]
_use_god = COMPILED["use_god"]
_solve = COMPILED["solve_auction"]
_winner = COMPILED["winner"]
_choose_bid = COMPILED["choose_bid"]
_choose_turn = COMPILED["choose_turn"]
_highest_up = COMPILED["highest_up"]
_likely_bids = COMPILED["likely_bids"]
_solve_likely = COMPILED["solve_likely"]
_mean_worth = COMPILED["mean_worth"]


@compiled
def expected(t: Array, called: bool, seat: int, worth: Array, follow: Array, plan: Array) -> float:
    """Return the mean value of an auction to a seat, as `ai.ra.auction.expect` has it."""
    chances, ends = np.zeros(85), np.zeros(289)
    _likely_bids(t, WIDTH, chances)
    _solve_likely(t, called, seat, worth, chances, TRUST, ends, follow, plan)
    return _mean_worth(seat, 0, worth, ends)


@compiled
def auction_worth(t: Array, called: bool, nets: Nets, which: int, room: Room) -> float:
    """Return the value of the auction of a row to the seat to move."""
    worth, plan = np.zeros(85), np.zeros(85, np.int64)
    worth_of_outcomes(t, nets, which, room, worth, called)
    return expected(t, called, t[TURN], worth, np.zeros(1445), plan)


@compiled
def answer(t: Array, kind: int, nets: Nets, which: int, room: Room) -> float:
    """Return the value of a table to the seat to move once it drew a tile of a `kind`.

    A Ra is answered by its auction, another tile by the next player's best of drawing and calling.
    """
    x, hidden, out = room
    seat, after = t[TURN], t.copy()
    if _draw_tile(after, kind):
        return auction_worth(after, False, nets, which, room)
    if kind == 0:
        evaluate(after, nets, which, x, hidden, out)
        return utility(out, seat)
    worth, plan = np.zeros(85), np.zeros(85, np.int64)
    worth_of_outcomes(after, nets, which, room, worth, True)
    sun, mover = _solve(after, True, worth, plan), after[TURN]
    if _block_size(after) < 8 and _bag_size(after) > 0:
        evaluate(after, nets, which, x, hidden, out)
        if worth[5 * sun + mover] <= utility(out, mover):
            return utility(out, seat)
    return worth[5 * sun + seat]


@compiled
def drawing(t: Array, nets: Nets, which: int, room: Room) -> float:
    """Return the expected worth of drawing to the seat whose turn it is: exact over the bag."""
    found, bag = 0.0, _bag_size(t)
    for kind in range(K):
        if t[LEFT + kind] > 0:
            found += answer(t, kind, nets, which, room) * (t[LEFT + kind] / bag)
    return found


@compiled
def played_turn(
    t: Array, which: int, deep: bool, can_draw: bool, gods: int, nets: Nets, room: Room
) -> int:
    """Return the choice of `net`, or of `net+` where it is `deep`, as `turn_of` has it."""
    x, hidden, out = room
    seat = t[TURN]
    best, choice = -1e30, -1
    if can_draw and deep:
        best, choice = drawing(t, nets, which, room), 0
    elif can_draw:
        evaluate(t, nets, which, x, hidden, out)
        best, choice = utility(out, seat), 0
    value = auction_worth(t, True, nets, which, room)
    if value > best:
        best, choice = value, -1
    if gods > 0:
        for kind in range(1, K):
            if kind != 4 and t[BLOCK + kind] > 0:
                after = t.copy()
                _use_god(after, kind)
                evaluate(after, nets, which, x, hidden, out)
                value = utility(out, seat)
                if value > best:
                    best, choice = value, kind
    return choice


@compiled
def played_bid(
    t: Array, seat: int, high: int, called: bool, which: int, nets: Nets, room: Room
) -> int:
    """Return the bid of `net` and `net+`, 0 for a pass."""
    worth, plan = np.zeros(85), np.zeros(85, np.int64)
    worth_of_outcomes(t, nets, which, room, worth, called)
    expected(t, called, seat, worth, np.zeros(1445), plan)
    bid: int = plan[17 * seat + high]
    return bid


@compiled
def program_of(programs: Programs, kind: int) -> Program:
    """Return the program that a kind of player is."""
    lots, suns, margins = programs
    number = PROGRAM - kind
    return (
        (lots[0][number], lots[1][number], lots[2][number], lots[3][number]),
        (suns[0][number], suns[1][number], suns[2][number], suns[3][number]),
        margins[number],
    )


@compiled
def auction(
    t: Array, called: bool, kinds: Array, nets: Nets, programs: Programs, work: Work
) -> None:
    """Let every seat bid once, and settle the auction."""
    players, caller, full = t[PLAYERS], t[TURN], _block_size(t) >= 8
    room, sums, lots, explore = work
    plans = np.zeros((nets[0].shape[0], 85), np.int64)
    solved = np.zeros(nets[0].shape[0], np.bool_)
    worth = np.zeros(85)
    high, by = 0, -1
    for step in range(1, players + 1):
        seat = (caller + step) % players
        if _highest_up(t, seat) <= high:
            continue
        kind = kinds[seat]
        must = called and seat == caller and high == 0 and not full
        if kind == HEURISTIC:
            bid = _choose_bid(t, seat, high, must, 0.0)
        elif kind <= PROGRAM:
            bid = seed_bid(t, seat, high, must, program_of(programs, kind), sums)
        elif kind >= PLAYED:
            bid = played_bid(t, seat, high, called, kind % PLAYED, nets, room)
        else:
            if not solved[kind]:
                worth_of_outcomes(t, nets, kind, room, worth, called)
                _solve(t, called, worth, plans[kind])
                solved[kind] = True
            bid = plans[kind, 17 * seat + high]
        if explore > 0.0 and uniform(lots) < explore:
            bid = random_bid(t, seat, high, must, lots)
        if bid > 0:
            high, by = bid, seat
    _settle(t, by, high)


@compiled
def random_bid(t: Array, seat: int, high: int, must: bool, lots: Array) -> int:
    """Return a pass or the lowest sun that wins, each as likely."""
    if not must and uniform(lots) < 0.5:
        return 0
    for sun in range(high + 1, 17):
        if t[SUNS + sun] == UP + seat:
            return sun
    return 0


@compiled
def turn_of(t: Array, kind: int, nets: Nets, programs: Programs, work: Work) -> int:
    """Return what a kind of player does in its turn: 0 draw, -1 call, or a god's kind of tile."""
    room, sums, lots, explore = work
    size = _block_size(t)
    can_draw = size < 8 and _bag_size(t) > 0
    gods = t[t[TURN] * K + 4] if size > t[BLOCK + 4] else 0
    if kind == HEURISTIC:
        choice: int = _choose_turn(t, can_draw, gods, 0.0, True)
    elif kind <= PROGRAM:
        choice = seed_turn(t, can_draw, gods, program_of(programs, kind), sums)
    elif kind >= PLAYED:
        choice = played_turn(t, kind % PLAYED, kind >= DEEP, can_draw, gods, nets, room)
    else:
        choice = net_turn(t, kind, can_draw, gods, nets, room)
    if explore > 0.0 and uniform(lots) < explore:
        choice = 0 if can_draw and uniform(lots) < 0.7 else -1
    return choice


@compiled
def rooms(nets: Nets) -> Room:
    """Return the arrays in which inputs, units and values of networks are worked out."""
    first = nets[0]
    return (
        np.zeros(first.shape[1], np.float32),
        np.zeros(first.shape[2], np.float32),
        np.zeros((5, 2)),
    )


@compiled
def act(
    t: Array,
    choice: int,
    kinds: Array,
    nets: Nets,
    programs: Programs,
    work: Work,
    tiles: Array,
) -> None:
    """Let the seat whose turn it is do what was chosen, with the auction that may follow."""
    if choice > 0:
        _use_god(t, choice)
    elif choice == -1:
        auction(t, True, kinds, nets, programs, work)
    elif _draw_tile(t, drawn_kind(t, tiles)):
        auction(t, False, kinds, nets, programs, work)


@compiled
def play_game(
    players: int,
    kinds: Array,
    nets: Nets,
    programs: Programs,
    judge: int,
    lots: Array,
    tiles: Array,
    explore: float,
    kept: Array,
    judged: Array,
) -> tuple[Array, int]:
    """Play one game; returns its last row, and how many states before a draw are in `kept`.

    `lots` and `tiles` are random numbers of the choices and of the deal; with the probability
    `explore` a choice is made by lot. What the network `judge` holds of the start of epoch n (from
    2 on) goes into `judged[n - 2]`, and of the end what came true; without one (-1) all are that.
    """
    epoch, count = 1, 0
    t = new_row(players, tiles)
    room = rooms(nets)
    work = (room, (np.zeros(LOT_INPUTS), np.zeros(SUN_INPUTS)), lots, explore)
    while t[EPOCH] <= 3:
        if t[EPOCH] != epoch:
            epoch = t[EPOCH]
            if judge >= 0:
                evaluate(t, nets, judge, room[0], room[1], judged[epoch - 2])
        choice = turn_of(t, kinds[t[TURN]], nets, programs, work)
        if choice == 0 and count < kept.shape[0]:
            kept[count] = t
            count += 1
        act(t, choice, kinds, nets, programs, work, tiles)
    for number in range(2 if judge >= 0 else 0, 3):
        evaluate(t, nets, 0, room[0], room[1], judged[number])
    return t, count


@compiled
def play_games(
    players: int,
    kinds: Array,
    nets: Nets,
    programs: Programs,
    judge: int,
    seeds: Array,
    explore: float,
    every: int,
    room: int,
) -> tuple[Array, Array, Array]:
    """Return one game for each row of `kinds` and of `seeds` (lots, tiles).

    Returns the scores with 1/2 more for the winner (games, 5), every n-th state before a draw as
    rows of int16, and what they are to be worth (states, 5, 2): chance to win and margin, half what
    came true, half what the network `judge` held of the start of the next epoch.
    """
    games = kinds.shape[0]
    scores = np.zeros((games, 5))
    states = np.zeros((room, SIZE), np.int16)
    worth = np.zeros((room, 5, 2), np.float32)
    kept = np.zeros((MOST_STATES if every > 0 else 0, SIZE), np.int64)
    judged = np.zeros((3, 5, 2))
    lots, tiles = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    used = 0
    for game in range(games):
        lots[0], tiles[0] = seeds[game, 0], seeds[game, 1]
        t, count = play_game(
            players, kinds[game], nets, programs, judge, lots, tiles, explore, kept, judged
        )
        for seat in range(players):
            scores[game, seat] = t[SCORES + seat]
        scores[game, _winner(t)] += 0.5
        if every > 0:
            for number in range(game % every, count, every):
                if used < room:
                    states[used] = kept[number]
                    epoch = kept[number, EPOCH]
                    worth[used] = 0.5 * (judged[2] + judged[epoch - 1])
                    used += 1
    return scores, states[:used], worth[:used]


def together(programs: Sequence[Program]) -> Programs:
    """Return programs one behind the other, as the games take them."""
    lots = tuple(np.stack([own[0][part] for own in programs]) for part in range(4))
    suns = tuple(np.stack([own[1][part] for own in programs]) for part in range(4))
    return lots, suns, np.stack([own[2] for own in programs])


def words(rng: np.random.Generator, count: int) -> Array:
    """Return seeds of 64 bits, two for each game: of the choices and of the deal."""
    return rng.integers(0, 2**63, (count, 2)).astype(np.uint64)


class SeatShare(NamedTuple):
    """The share of wins of a seat and its mean margin, with standard errors over deals."""

    wins: float
    error: float
    margin: float
    margin_error: float


def meet(
    players: int, own: int, other: int, deals: int, seed: int, nets: Nets, programs: Programs
) -> SeatShare:
    """Return one of a kind among others of another, every deal once from each seat."""
    rng = np.random.default_rng([seed, players, 31])
    kinds = np.full((deals * players, players), other, np.int64)
    kinds[np.arange(deals * players), np.arange(deals * players) % players] = own
    seeds = np.repeat(rng.integers(0, 2**63, (deals, 1)).astype(np.uint64), players, axis=0)
    seeds = np.ascontiguousarray(np.repeat(seeds, 2, axis=1))
    scores, _, _ = play_games(players, kinds, nets, programs, -1, seeds, 0.0, 0, 0)
    return share_of(scores, players)


def share_of(scores: Array, players: int) -> SeatShare:
    """Return the results of the seat that was filled by turns."""
    lines = np.arange(len(scores))
    seats = lines % players
    own = np.floor(scores[lines, seats])
    rest = (np.floor(scores[:, :players]).sum(axis=1) - own) / (players - 1)
    won = (scores[:, :players].argmax(axis=1) == seats).reshape(-1, players).mean(axis=1)
    margin = (own - rest).reshape(-1, players).mean(axis=1)
    root = np.sqrt(len(won))
    return SeatShare(
        float(won.mean()),
        float(won.std(ddof=1) / root),
        float(margin.mean()),
        float(margin.std(ddof=1) / root),
    )


# -- the agents that play, with the weights in use --------------------------------------------

KINDS: Final = {"heuristic": HEURISTIC, "seed-net": PROGRAM, "net": PLAYED, "net+": DEEP}
"""The agents that are compiled, and what they are there."""


def stacked(network: Network) -> Nets:
    """Return one network as the engine takes several, its temperature in the ends of chances."""
    players, cooling = network.players, np.ones(2 * network.players, np.float32)
    cooling[:players] /= network.temperature
    parts = (network.first, network.bias, network.second * cooling, network.last * cooling)
    return stack([np.concatenate([part.ravel() for part in parts])], players)


def nets_of(players: int) -> Nets:
    """Return the network in use for this number of players, as the engine takes it."""
    return stacked(NETS[players].load())


def programs_of(players: int) -> Programs:
    """Return the program of 2006 in use for this number of players, as the engine takes it."""
    program = PROGRAMS[players].load()
    lots = program.lots
    suns = [np.stack([layers[part] for layers in program.suns]) for part in range(4)]

    def exact(*parts: Array) -> tuple[Array, ...]:
        return tuple(np.ascontiguousarray(part, np.float64) for part in parts)

    own = exact(lots.first, lots.bias, lots.second[:, 0], lots.last)
    own_suns = exact(suns[0], suns[1], suns[2][:, :, 0], suns[3])
    return together([(own, own_suns, np.array(program.margins))])


def by_turns(agents: Sequence[str], games: int) -> Array:
    """Return the agents by seat of each game, the table turned by a seat from game to game."""
    kinds = np.array([KINDS[agent] for agent in agents], np.int64)
    return np.stack([np.roll(kinds, game % len(agents)) for game in range(games)])
