"""The four levels of a game, and the offer of the next one that the last results earn.

A game names its levels (`games.spec.Opponents.levels`), from easy to merciless. After `WINS` wins
in a row against one of them at full length the opponent offers one notch more, after `LOSSES`
losses in a row one notch less. Both are computed from the kept matches: no more is stored.

A level may carry a belt. The first belt is won with one win at its level or a higher one, every
other by the rules of `games.belts`, each at full length.

>>> from games import catalog
>>> karate = catalog.spec("karate")
>>> [LEVELS[number] for number, level in enumerate(levels_of(karate, {})) if level.belt]
['easy', 'normal', 'hard', 'merciless']
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games import catalog, measured
from games.belts import Rule, rules_of
from games.core import Seating
from games.session.ladder import agent_of, fits_usual
from games.session.setup import HUMAN, Setup
from games.spec import LEVELS, GameLevel, GameSpec, Params
from games.store.past import PastMatch
from games.store.statistics import MatchResult, Record, Statistics, option_values

WINS: Final = 2
LOSSES: Final = 3
STRONGER: Final = ("Harder", "Gentler")
"""The labels of the buttons that take an offer: one notch more, and one less."""
_MORE: Final = (
    "I was going easy on you. Again?",
    "That was not all I have. Again, harder?",
    "Next time I hold nothing back. Again?",
)
"""The words of the opponent of each level but the highest when it offers one notch more."""
_LESS: Final = "I was hard on you. Shall I go easier?"


class LevelOffer(NamedTuple):
    """A level that the opponent offers: its number, the opponent's words, a button's label, and 1
    for a notch more or -1 for one less.
    """

    level: int
    words: str
    label: str
    step: int


def levels_of(spec: GameSpec, params: Params) -> tuple[GameLevel, ...]:
    """Return the levels of a game in the mode that `params` choose, () where it has none."""
    mode = params.get(spec.modes.option, spec.modes.first)
    return tuple(level for level in spec.opponents.levels if level.mode in ("", str(mode)))


def is_level(spec: GameSpec, level: GameLevel, agent_id: str, options: Mapping[str, Any]) -> bool:
    """Return whether an agent with these `options` plays at a `level`; they may be text."""
    if agent_id != level.agent:
        return False
    usual = catalog.agent(spec.id, agent_id).defaults
    wanted = {**usual, **level.values}
    return all(str(options.get(name, usual[name])) == str(wanted[name]) for name in usual)


def opposed(spec: GameSpec, params: Params, seats: Sequence[Seating]) -> tuple[int, ...]:
    """Return the seats of the agents against the one person who plays; () without just one."""
    people = [number for number, seat in enumerate(seats) if seat.agent == HUMAN]
    if len(people) != 1:
        return ()
    teams, roles = spec.teams_for(params), spec.seats_for(params)
    others = (n for n in range(len(seats)) if n not in people and teams[n] != teams[people[0]])
    agents = [catalog.agent(spec.id, level.agent) for level in levels_of(spec, params)]
    return tuple(n for n in others if any(agent.fits(roles[n].role) for agent in agents))


def level_of(spec: GameSpec, params: Params, seats: Sequence[Seating]) -> int | None:
    """Return the number of the level at which all opponents in the `seats` play, None for none."""
    against = opposed(spec, params, seats)
    for number, level in enumerate(levels_of(spec, params)):
        playing = (is_level(spec, level, seats[n].agent, seats[n].options) for n in against)
        if against and all(playing):
            return number
    return None


def at_level(setup: Setup, number: int) -> Setup:
    """Return the `setup` with all opponents at the level of this `number`."""
    spec = catalog.spec(setup.game)
    level = levels_of(spec, setup.params)[number]
    agent = catalog.agent(spec.id, level.agent)
    seating = Seating(level.agent, {**agent.defaults, **level.values})
    against = opposed(spec, setup.params, setup.seats)
    seats = [seating if n in against else seat for n, seat in enumerate(setup.seats)]
    return dataclasses.replace(setup, seats=tuple(seats))


# -- what the results earn -------------------------------------------------------------------


def level_met(spec: GameSpec, found: MatchResult | Record) -> int | None:
    """Return the level that a kept result is of, None where it was not met at full length."""
    values = option_values(found.options)
    params = {o.name: values[o.name] for o in spec.options if o.name in values}
    if not fits_usual(spec, params):
        return None
    agent_id = agent_of(spec.id, found.agent)
    levels = enumerate(levels_of(spec, params))
    return next((n for n, level in levels if is_level(spec, level, agent_id, values)), None)


def offer(spec: GameSpec, rows: Iterable[PastMatch], mode: str = "") -> LevelOffer | None:
    """Return what the opponent of the last of the matches `rows` offers, None without an offer.

    The `rows` are the newest first, as the archive has them; of a game with modes those of `mode`
    count alone. Practice counts neither way.
    """
    own = (row for row in rows if row.counted == "record" and _in_mode(spec, row, mode))
    met = ((level_met(spec, row.result), row.result.outcome) for row in own)
    level, first = next(met, (None, ""))
    if level is None or first not in ("won", "lost"):
        return None
    needed = WINS if first == "won" else LOSSES
    run = itertools.takewhile(lambda each: each == (level, first), met)
    if 1 + sum(1 for _ in itertools.islice(run, needed - 1)) < needed:
        return None
    if first == "won" and level + 1 < len(LEVELS):
        return LevelOffer(level + 1, _more(spec, mode, level), STRONGER[0], 1)
    if first == "lost" and level > 0:
        return LevelOffer(level - 1, _less(spec, mode, level), STRONGER[1], -1)
    return None


def offer_to(
    spec: GameSpec, rows: Iterable[PastMatch], params: Params, seats: Sequence[Seating]
) -> LevelOffer | None:
    """Return what the opponents in these `seats` offer by the matches `rows`, or None."""
    level = level_of(spec, params, seats)
    found = offer(spec, rows, str(params.get(spec.modes.option, "")))
    return found if found and level is not None and found.level - level == found.step else None


def _named(spec: GameSpec, mode: str, level: int, by: int) -> str:
    """Return the name of the agent that is `by` levels on, "" where it is the same agent."""
    levels = levels_of(spec, {spec.modes.option: mode} if mode else {})
    other = levels[level + by].agent
    return "" if other == levels[level].agent else catalog.agent(spec.id, other).name


def _more(spec: GameSpec, mode: str, level: int) -> str:
    name = _named(spec, mode, level, 1)
    return f"You have outgrown me. Try {name}!" if name else _MORE[level]


def _less(spec: GameSpec, mode: str, level: int) -> str:
    name = _named(spec, mode, level, -1)
    return f"Shall {name} play you instead of me?" if name else _LESS


def _in_mode(spec: GameSpec, row: PastMatch, mode: str) -> bool:
    option = spec.modes.option
    return not option or not mode or option_values(row.result.options).get(option) == mode


def next_step(spec: GameSpec, level: int | None, mode: str = "") -> str:
    """Return the next step on the ladder from a `level` in few words, "" where there is none."""
    if level is None or level + 1 == len(LEVELS):
        return ""
    return f"Next: {_named(spec, mode, level, 1) or LEVELS[level + 1]} ({WINS} wins)"


# -- belts -----------------------------------------------------------------------------------


class Belt(NamedTuple):
    """A belt by its rank, whether it was won, its rule, the opponent who gives it, and at what
    level.

    The `rule` of the first is None: one win is enough.
    """

    rank: str
    won: bool
    rule: Rule | None = None
    opponent: str = ""
    level: str = LEVELS[0]

    @property
    def short(self) -> str:
        """The condition where there is little room: "win 4 of 7"."""
        return "win once" if self.rule is None else self.rule.short

    @property
    def words(self) -> str:
        """The condition and the chance of luck, for the place beside the opponent."""
        if self.rule is None:
            return "One win is enough."
        return f"{self.rule.words}. {self.rule.chance_words}"

    @property
    def words_with_name(self) -> str:
        """The same where the opponent is not seen."""
        name = f"the {self.opponent.removeprefix('The ')}"
        if self.rule is None:
            return f"One win against {name} at any level."
        asked = f"{self.rule.wins} wins of {self.rule.of} against {name}, {self.level}"
        return f"{asked}. {self.rule.chance_words}"


def belt_at(spec: GameSpec, number: int | None) -> Belt | None:
    """Return the belt of the level of this `number`, None where it carries none; not won yet."""
    if number is None:
        return None
    level, rule = spec.opponents.levels[number], rules_of(spec.id).get(LEVELS[number])
    if not level.belt or (rule is None and number):
        return None
    name = catalog.agent(spec.id, level.agent).name
    return Belt(level.belt, False, rule, name, LEVELS[number])


def belts(game_id: str, statistics: Statistics) -> list[Belt]:
    """Return the belts of a game, the first first, as the player of these `statistics` has them."""
    spec = catalog.spec(game_id)
    found = ((n, belt_at(spec, n)) for n in range(len(spec.opponents.levels)))
    records = statistics.of(game_id)
    return [
        belt._replace(won=_meets(spec, records, number, belt.rule))
        for number, belt in found
        if belt is not None
    ]


def belt_marks(game_id: str, statistics: Statistics) -> set[tuple[str, bool]]:
    """Return the belts of a game by rank, each with whether it was won."""
    return {(belt.rank, belt.won) for belt in belts(game_id, statistics)}


def _meets(spec: GameSpec, records: Sequence[Record], number: int, rule: Rule | None) -> bool:
    """Return whether a player has met a belt's rule at any time."""
    if rule is None:
        return any(record.won and _beaten_fairly(spec, record) for record in records)
    met = (record for record in records if level_met(spec, record) == number)
    return any(record.most_of(rule.of) >= rule.wins for record in met)


def _beaten_fairly(spec: GameSpec, record: Record) -> bool:
    """Return whether a record is of full length, and of an opponent no weaker than the first level.

    Its options that are numbers may be higher.
    """
    level, values = spec.opponents.levels[0], option_values(record.options)
    params = {o.name: values[o.name] for o in spec.options if o.name in values}
    if agent_of(spec.id, record.agent) != level.agent or not fits_usual(spec, params):
        return False
    usual = catalog.agent(spec.id, level.agent).defaults
    try:
        known: dict[str, float] = {
            name: float(values.get(name, usual[name]))
            for name in level.values
            if _counts(usual[name])
        }
    except ValueError:
        return False
    return all(value >= level.values[name] for name, value in known.items())


def _counts(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


# -- what a level is worth -------------------------------------------------------------------


def worth_words(spec: GameSpec, params: Params, level: int | None) -> str:
    """Return in a sentence what a newcomer wins at a `level`, "" where it was not measured, as at
    other lengths and by other rules.
    """
    mode = str(params.get(spec.modes.option, ""))
    share = None if level is None else measured.levels_won(spec.id, mode).get(LEVELS[level])
    if share is None or not fits_usual(spec, params):
        return ""
    return f"A newcomer wins {share.percent('.0f')} here ({share.games:,} matches)."
