"""The arcade for programs in Python: `import open_mind_arcade as arcade`.

Without installing, `from ai.lab import api as arcade` is the same.

| function | does |
|---|---|
| `games()` | lists the games with their options and agents |
| `play(game, agent, agent, ...)` | lets agents play many games, as `main.py arena` |
| `match(game, agent, agent, ...)` | plays one match, with all that happened in it |
| `read(file)` | reads a match that was kept |
| `env(game, ...)` | makes an environment of PettingZoo |
| `single(game, opponent, ...)` | makes an environment of Gymnasium |

All of them work in the process that calls, in scripts and notebooks alike. The first four need
what playing needs. Agents and options are named as on the command line: `"expectimax:depth=2"`,
`rounds=25`. What is asked wrongly is a `ValueError` with a sentence.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ai.lab import contest, environments, listing, rooms
from ai.lab.arena import tournament
from ai.lab.arena.schedule import sides
from ai.lab.errors import BadArguments, LostWorkers
from ai.lab.options import FILE_SECONDS, check_able, share_options
from ai.lab.outcomes import ArenaResults, KeptJobs, OneMatch, open_minds
from games import bots, catalog
from games.core import CHANCE, GivesUp, Limit, Log, Player, Seating
from games.match import Match
from games.mind import Mind
from games.paths import read_in_time
from games.session.archiving import read_match
from games.spec import GameSpec
from games.store.past import MATCH_FILE

Given = Any
"""The value of an option: text, a number, or a truth."""
_MOST_TURNS: Final = 20_000


def games() -> dict[str, dict[str, Any]]:
    """Return all games by id, with their title, seats, agents and options as plain data.

    >>> ur = games()["ur"]
    >>> ur["title"], ur["agents"][3]["id"], ur["options"][0]["choices"][:2]
    ('Royal Game of Ur', 'greedy', ['finkel', 'schultz'])
    """
    return {game: listing.describe(game) for game in catalog.GAMES}


def play(
    game: str,
    *agents: str,
    games: int = 100,
    seed: int = 1,
    jobs: int = 1,
    nodes: int | None = None,
    **options: Given,
) -> ArenaResults:
    """Let agents play `games` games of each pair, or of the whole table, and return the results.

    The figures are those of `main.py arena` with the same seed. In Numbers, and with a bot in
    Guess 2/3 and the tracker, agents do not meet: each plays the same seeds alone. `options` are
    options of the game and its agents; `nodes` limits agents that search. `jobs=2` spreads the
    games over two processes; a script then needs the line `if __name__ == "__main__":` above the
    call.

    >>> found = play("karate", "sensei", "seed-argmax", games=20, seed=1, rounds=10)
    >>> found.shares["sensei"] > 0.5, len(found.rows)
    (True, 20)
    >>> found.rows[0]["agent_0"], found.rows[1]["agent_0"]
    ('sensei', 'seed-argmax')
    """
    _check_bootstrapped(jobs)
    keeping = KeptJobs(jobs)
    given = as_text(options)
    own = rooms.ARENA.of(catalog.spec(game).id)
    names = [bots.admit(name) for name in agents]
    own_bots = any(name.startswith(bots.PREFIX) for name in names)
    alone = game in contest.SOLO and (own is None or own_bots)
    try:
        if alone:
            found = contest.compared(game, names, games, seed, given, keeping, rooms.unseen)
            return ArenaResults(found, keeping.rows())
        if own is not None:
            asked = rooms.ArenaQuestion(names, games, seed, given, keeping, rooms.unseen)
            return ArenaResults(own.arena(asked), ())
        found = tournament(game, names, games, seed, given, keeping, nodes)
    except LostWorkers as lost:
        raise BadArguments(f"{lost} {_GUARD}") from None
    return ArenaResults(found, keeping.rows())


_GUARD: Final = (
    'In a script, jobs above 1 need the line `if __name__ == "__main__":` above the call, because '
    "each process reads the script anew."
)


def _check_bootstrapped(jobs: int) -> None:
    """Raise `BadArguments` if a process reads the script that started it."""
    if jobs > 1 and getattr(multiprocessing.current_process(), "_inheriting", False):
        raise BadArguments(_GUARD)


def match(
    game: str, *agents: str, seed: int = 1, nodes: int | None = None, **options: Given
) -> OneMatch:
    """Play one match and return it, with turns, events and the open minds of its agents.

    The agents take the sides in order; the last one fills all sides that are left, and the usual
    agents play where none is named. A seat for people alone is filled by the arcade's imitation of
    a person. A bot that forfeits ends the match, which then has the sentence as `forfeit`.

    >>> found = match("ur", "greedy", "random", seed=3, pieces=2)
    >>> found.agents, found.turns[0], found.events[0]
    (['greedy', 'random'], {'*': '3'}, [{'kind': 'roll', 'data': {'seat': 0, 'roll': 3}}])
    >>> found.returns
    (1.0, 0.0)
    """
    spec = catalog.spec(game)
    given = as_text(options)
    names = [bots.admit(name) for name in agents]
    named = [catalog.agent(game, name) for name in names]
    params, chosen = share_options(game, named, given)
    check_able(named, params)
    params = spec.draw(params, seed)
    players, seats = seat_all(spec, params, names, chosen)
    kept = Log(game, params, seed, tuple(seats), practice=True)
    minds: list[dict[int, Mind]] = []
    try:
        played: Match[Any] = Match(catalog.rules(game), params, seed, players)
        kept.turns = played.turns
        while not played.over:
            if len(played.turns) == _MOST_TURNS:
                raise BadArguments("This match did not end; choose options that let it end.")
            moves, seen = open_minds(played, Limit(nodes=nodes, mind=True), {})
            minds.append(seen)
            played.play(moves or {CHANCE: played.draw()})
    except GivesUp as fault:
        return OneMatch(kept, minds[: len(kept.turns)], str(fault))
    return OneMatch(kept, minds)


def read(file: str | Path) -> OneMatch:
    """Return the match in a `.match` file: one that was kept, or one that `OneMatch.save` wrote.

    Its agents decide once more where their minds are asked for. A bot is never started: its minds
    are those that are kept with the match.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> match("ur", "greedy", "random", seed=3, pieces=2).save(f"{folder.name}/ur.match")
    >>> read(f"{folder.name}/ur.match").returns
    (1.0, 0.0)
    >>> folder.cleanup()
    """
    try:
        blob = read_in_time(Path(file), MATCH_FILE.max_bytes, FILE_SECONDS)
    except OSError as problem:
        raise BadArguments(f"{str(file)[:80]} cannot be read ({problem.strerror}).") from None
    found = read_match(blob)
    return OneMatch(found.log, shown=found.minds)


# -- environments --------------------------------------------------------------------------


def env(game: str, render_mode: str | None = None, **options: Given) -> environments.Environment:
    """Return an environment of PettingZoo with a learner in every seat, `seat_0`, `seat_1`, ...

    Karate, Numbers, Set and Guess 2/3 are a `ParallelEnv`, all other games an `AECEnv`.

    - An observation is a dictionary of `observation`, float32, and `action_mask`, int8.
      `print(env.unwrapped.encoder)` lists which numbers are which field, with their units.
    - An action is an index in `env.unwrapped.moves`, whole moves or parts of them: in Ra the tiles
      of gods and losses, in the tracker's `play=hide` cell, share and doubt of an answer. In Set an
      action is to wait or to claim places, and a step takes 100 ms.
    - A reward is a round's gain in karate, Numbers and Set: own points less the other's. Elsewhere
      it comes at the end: the returns less the mean of the other sides'. An action that the mask
      rules out ends the episode with -1 for its seat.
    - `reset(seed)` is the source of all chance. `render_mode="rgb_array"` gives the game's scene.

    Needs the packages `pettingzoo` and `gymnasium` (the extra `env`).

    >>> table = env("ur", pieces=2)                                    # doctest: +SKIP
    >>> table.reset(seed=7)                                            # doctest: +SKIP
    >>> table.agent_selection                                          # doctest: +SKIP
    'seat_0'
    >>> mask = table.observe("seat_0")["action_mask"]                  # doctest: +SKIP
    >>> [move for move, legal in zip(table.moves, mask) if legal]      # doctest: +SKIP
    ['0']
    """
    return environments.several(game, as_text(options), render_mode)


def single(
    game: str,
    opponent: str = "",
    seat: int = 0,
    render_mode: str | None = None,
    **options: Given,
) -> environments.Environment:
    """Return an environment of Gymnasium: one learner in a `seat`, agents in all others.

    `opponent` names an agent, or several with commas, one for each other side; the last one takes
    the sides that are left, and the usual agents play where none is named or none can sit. A
    learner plays all seats of its team in turn. The rest is as in `env`.

    >>> learner = single("ur", opponent="greedy", pieces=2)            # doctest: +SKIP
    >>> observation, info = learner.reset(seed=7)                      # doctest: +SKIP
    >>> observation["observation"].shape                               # doctest: +SKIP
    (39,)
    >>> learner.step(0)[1:]                                            # doctest: +SKIP
    (-1.0, True, False, {'illegal': True})
    """
    names = [bots.admit(name) for name in opponent.split(",") if name]
    return environments.alone(game, names, seat, as_text(options), render_mode)


# -- what is asked, as the command line has it ---------------------------------------------


def as_text(options: Mapping[str, Any]) -> dict[str, str]:
    """Return options as the command line writes them: `True` is "on", 25 is "25".

    >>> as_text({"rounds": 25, "plus": True})
    {'rounds': '25', 'plus': 'on'}
    """
    words = {True: "on", False: "off"}
    return {
        name: words[value] if isinstance(value, bool) else str(value)
        for name, value in options.items()
    }


def seat_all(
    spec: GameSpec,
    params: Mapping[str, Any],
    agents: Sequence[str],
    chosen: Mapping[str, Any],
) -> tuple[dict[int, Player], list[Seating]]:
    """Return the players of all seats and their seatings; `chosen` are options of the agents.

    Raises `BadArguments` for too many agents, and the errors of the catalogue.
    """
    places = spec.seats_for(params)
    open_ = [side for side in sides(spec, params) if places[side[0]].agents]
    if len(agents) > len(open_):
        raise BadArguments(f"{spec.id} has {len(open_)} sides for agents here, not {len(agents)}.")
    players: dict[int, Player] = {}
    seats = [Seating(contest.DEMO) for _ in places]
    for number, side in enumerate(open_):
        usual = spec.usual_agent(places[side[0]])
        name = agents[min(number, len(agents) - 1)] if agents else usual
        found = catalog.resolve(spec.id, name, chosen)
        player = found.make()
        for seat in side:
            if not found.spec.fits(places[seat].role):
                told = f"{found.spec.name} cannot sit in the seat {places[seat].name}"
                raise BadArguments(f"{told}; name another.")
            players[seat] = player
            seats[seat] = Seating(found.spec.id, found.options)
    for seat in range(len(places)):
        if seat not in players:
            players[seat] = catalog.demo_player(spec.id)
    return players, seats
