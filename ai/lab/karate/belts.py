"""The share of matches of karate that players without skill, and with much, win of each level.

The belts (`games.belts`) are made from these figures, for the levels above the gentlest. The blind
press a key at random, or the same key for ever. The counters are the Creature of habit and three
sparring partners; one of these answers a copy of its opponent. A drawn match counts as half a win.
The command measures them again and keeps the result in `assets/measured/karate.json`:

    python -m ai.lab.karate.belts --seed 1 --save

The figures of full strength that are kept there are not played again without `--all`: they came
from 4,000 matches against `random`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ai.karate.fighter import KarateAgent
from ai.karate.originals import HabitFighter, RandomFighter
from ai.lab.karate.partners import Markov, MirrorPartner, Partner, other_side
from ai.lab.saving import save
from games import catalog
from games.belts import CAREER, RANDOM, OpponentShares, WonShare, belt_rules, measured
from games.karate import SPEC
from games.karate.rules import MOVES, gain_matrix
from games.spec import LEVELS, GameLevel
from games.streams import Stream

MATCHES: Final = 1000
"""Of `random` against each level, the figure that the rules rest on."""
FEWER: Final = 20
"""By how much fewer the others play: the blind and the counters lie far apart."""


class OneKey(Partner):
    """The same move for ever."""

    def __init__(self, move: int) -> None:
        self.move = move

    def next_move(self) -> int:
        """Return that move."""
        return self.move


BLIND: Final[Mapping[str, Callable[[], KarateAgent]]] = {
    RANDOM: RandomFighter,
    **{
        f"only {move}": lambda number=number: OneKey(number)  # type: ignore[misc]
        for number, move in enumerate(MOVES)
    },
}
COUNTERS: Final[Mapping[str, Callable[[], KarateAgent]]] = {
    "habits": HabitFighter,
    "order-1": lambda: Markov(1),
    "order-2": lambda: Markov(2),
    "mirror": MirrorPartner,
}


def share_of(
    partner_id: str, make: Callable[[], KarateAgent], level: GameLevel, matches: int, seed: int
) -> WonShare:
    """Return how many of `matches` usual matches a partner wins against a level.

    `make` makes the partner. Each match depends on the seed, both names and its number alone.
    """
    params = SPEC.params()
    payoff, agent = gain_matrix(params["table"]), catalog.agent(SPEC.id, level.agent)
    met, won = {**agent.defaults, **level.values}, 0.0
    for number in range(matches):
        rng = Stream.named(seed, f"belts {partner_id} {level.belt} {number}")
        partner, opponent = make(), _made(agent.make(met, None))
        if isinstance(partner, MirrorPartner):
            partner.copies(lambda: _made(agent.make(met, None)))
        margin = _margin(partner, opponent, payoff, rng, params["rounds"])
        won += 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
    return WonShare(won, matches)


def _made(player: object) -> KarateAgent:
    assert isinstance(player, KarateAgent)
    return player


def _margin(
    partner: KarateAgent,
    opponent: KarateAgent,
    payoff: Sequence[Sequence[float]],
    rng: Stream,
    rounds: int,
) -> float:
    """Return the points by which the partner is ahead at the end."""
    whole = tuple(tuple(row) for row in payoff)
    partner.start(whole, rng)
    opponent.start(other_side(whole), rng)
    margin = 0.0
    for _ in range(rounds):
        own, other = rng.sample_from(partner.strategy()), rng.sample_from(opponent.strategy())
        margin += payoff[own][other]
        partner.learn(own, other)
        opponent.learn(other, own)
    return margin


def measure(level: GameLevel, matches: int, seed: int) -> OpponentShares:
    """Return what the blind and the counters win against a `level`, by the `seed`.

    `random` plays so many `matches`, the others fewer (`FEWER`).
    """

    def shares(players: Mapping[str, Callable[[], KarateAgent]]) -> dict[str, WonShare]:
        fewer = max(1, matches // FEWER)
        return {
            name: share_of(name, make, level, matches if name == RANDOM else fewer, seed)
            for name, make in players.items()
        }

    return OpponentShares(shares(BLIND), shares(COUNTERS))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the partners and print what the belts are made from."""
    parser = argparse.ArgumentParser(prog="python -m ai.lab.karate.belts", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="play at full strength, too")
    parser.add_argument("--save", action="store_true", help="keep it among the figures that ship")
    given = parser.parse_args(arguments)
    known, opponents = measured(SPEC.id), []
    for name, level in list(zip(LEVELS, SPEC.opponents.levels, strict=True))[1:]:
        kept = known.get(name) if name == LEVELS[-1] and not given.all else None
        opponents.append((name, kept or measure(level, given.matches, given.seed)))
        print(f"{name}: {opponents[-1][1].best}", file=sys.stderr, flush=True)
    plain = {
        "career": CAREER,
        "opponents": {name: _plain(opponent) for name, opponent in opponents},
        "belts": {name: list(rule) for name, rule in belt_rules(opponents).items()},
    }
    print(json.dumps(plain, indent=1))
    if given.save:
        command = "python -m ai.lab.karate.belts"
        save(SPEC.id, f"{command} --matches {given.matches} --seed {given.seed}", given.seed, plain)
    return 0


def _plain(opponent: OpponentShares) -> dict[str, dict[str, list[float]]]:
    return {
        kind: {name: list(share) for name, share in sorted(shares.items())}
        for kind, shares in opponent._asdict().items()
    }


if __name__ == "__main__":
    sys.exit(main())
