"""The games of the arcade, in the order of the launcher. All modules are imported on demand.

A game is one folder here, `games/<id>/` with its `GameSpec` as `SPEC` in `__init__.py`, its `GAME`
in `rules.py` and its `Scene` in `scene.py`, and its agents, `ai/<id>` with a
`games.agents.GameAgents` as `AGENTS`. The ids below are all that has to be edited elsewhere to add
one.

The name of an agent is always written `ID` or `ID:option=value:option=value`, and read by
`resolve`; in place of the id, or of all of it, may stand another name that the game knows it by
(`GameAgents.alias`).
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, Final, NamedTuple

from games import bots
from games.agents import AgentSpec, GameAgents
from games.arrays import reading_learned
from games.core import Game, Player, Seating
from games.judging import ChoiceWords
from games.mind import Mind
from games.paths import arcade_command
from games.spec import BadOption, GameSpec, Params

GAMES: tuple[str, ...] = (
    *("karate", "numbers", "ur", "tracker"),
    *("jaipur", "set", "ra", "guess", "ctf"),
    "planetwars",
)
IN_THE_LABORATORY: tuple[str, ...] = ()
"""Games without a window so far: the command line plays, trains and analyses them."""
GREETER: Final = "numbers"
"""The game that greets whoever starts the arcade for the first time."""


class UnknownGame(ValueError):
    """A game that the catalogue does not have."""


class UnknownAgent(ValueError):
    """An agent that a game does not have."""


def spec(game_id: str) -> GameSpec:
    """Return the description of game `game_id`; raises `UnknownGame`."""
    if game_id not in (*GAMES, *IN_THE_LABORATORY):
        known = ", ".join(GAMES)
        raise UnknownGame(f"There is no game {game_id[:40]!r}; the games are {known}.")
    found: GameSpec = importlib.import_module(f"games.{game_id}").SPEC
    return found


def rules(game_id: str) -> Game[Any]:
    """Return the rules of game `game_id`; raises `UnknownGame`."""
    spec(game_id)
    found: Game[Any] = importlib.import_module(f"games.{game_id}.rules").GAME
    return found


def scene(game_id: str) -> ModuleType:
    """Return the module that draws game `game_id` (imports pygame); raises `UnknownGame`."""
    spec(game_id)
    return importlib.import_module(f"games.{game_id}.scene")


def miniature(game_id: str) -> Any:
    """Return the class that draws game `game_id` small for the launcher (imports pygame)."""
    spec(game_id)
    return importlib.import_module(f"games.{game_id}.miniature").Miniature


def choice_words(game_id: str, params: Params | None = None) -> ChoiceWords:
    """Return the words for judged choices of game `game_id`, in a match with some `params`.

    Raises `UnknownGame`, and `ModuleNotFoundError` for a game that judges none.
    """
    spec(game_id)
    found: ChoiceWords = importlib.import_module(f"games.{game_id}.judge").WORDS
    return found if params is None else found.of(params)


def judges(game_id: str) -> bool:
    """Return True if the choices of game `game_id` can be judged; raises `UnknownGame`."""
    spec(game_id)
    return importlib.util.find_spec(f"games.{game_id}.judge") is not None


def picture(game_id: str, name: str) -> Callable[..., Any]:
    """Return the maker of the living picture `name` of game `game_id` for a theme (imports pygame).

    "game" is the game itself, small; the others are `PICTURES` of `games.<id>.pictures`. Raises
    `KeyError` for an unknown name.
    """
    if name == "game":
        own: Callable[..., Any] = miniature(game_id)
        return own
    spec(game_id)
    found: Mapping[str, Callable[..., Any]]
    found = importlib.import_module(f"games.{game_id}.pictures").PICTURES
    return found[name]


def welcome() -> ModuleType:
    """Return the module whose `FirstLesson` is the scene of the first start (imports pygame)."""
    return importlib.import_module(f"games.{GREETER}.first_lesson")


def offered(game_id: str) -> GameAgents:
    """Return the agents of game `game_id` with all that goes with them; raises `UnknownGame`."""
    spec(game_id)
    found: GameAgents = importlib.import_module(f"ai.{game_id}").AGENTS
    return found


def agents(game_id: str) -> tuple[AgentSpec, ...]:
    """Return the agents of game `game_id`, weakest first; raises `UnknownGame`."""
    return offered(game_id).agents


def models(game_id: str) -> tuple[AgentSpec, ...]:
    """Return the watchers of game `game_id`, where it has any; raises `UnknownGame`."""
    return offered(game_id).models or ()


def watcher(game_id: str, model_id: str) -> Player:
    """Return a new watcher `model_id` of game `game_id`; raises `UnknownAgent`.

    A caller that wants more than a mind names the facet: `cast(Judge, watcher(...))`.
    """
    for entry in models(game_id):
        if entry.id == model_id:
            return entry.make({}, None)
    raise UnknownAgent(f"{game_id} has no model {model_id[:40]!r}.")


def local_start(game_id: str, texts: Sequence[str]) -> str | None:
    """Return the start of a new player of game `game_id`: the common part of others' learned texts.

    `texts` are the learned texts of other players; None where they cannot be merged. Raises
    `UnknownGame`, and `BadWeights` where their sum cannot be used.
    """
    merge = offered(game_id).shared_start
    with reading_learned():
        return None if merge is None else merge(texts)


def describe_learned(game_id: str, text: str) -> Mind:
    """Return the description of a player in a learned `text` of game `game_id`, as items of a mind.

    Return () where the game has no description. Raises `UnknownGame`, and `BadWeights` for a text
    that cannot be used.
    """
    describe = offered(game_id).describe
    with reading_learned():
        return () if describe is None else tuple(describe(text))


def demo_player(game_id: str) -> Player:
    """Return a new agent with human ways for a person's seat of game `game_id` in attract mode.

    Raises `UnknownGame`.
    """
    return offered(game_id).demo()


class Resolved(NamedTuple):
    """The agent that a written `name` means: `spec` has all of its `options` set as they are."""

    name: str
    spec: AgentSpec
    options: Mapping[str, Any]

    def make(self, start: str | None = None) -> Player:
        """Return a new agent that begins with `start`, a learned text, or without any.

        Raises `BadWeights` for a start that cannot be used, for any reason.
        """
        with reading_learned() if start is not None else contextlib.nullcontext():
            return self.spec.make(self.options, start)


def resolve(game_id: str, name: str, given: Mapping[str, Any] | None = None) -> Resolved:
    """Return the agent of game `game_id` that a `name` means, as a command line or a save has it.

    `given` are options from elsewhere, for all agents that have them; options in the name come
    before them, and the defaults fill the rest. A bot is found by its kept name alone (see
    `games.bots`). Raises `UnknownAgent` and `BadOption`.
    """
    if name.startswith(bots.PREFIX):
        spec = _bot(game_id, *bots.split(name), given or {})
        return Resolved(name, spec, spec.defaults)
    alias = offered(game_id).alias
    whole = ":" in name and alias is not None and alias(name) is not None
    head, *pairs = (name,) if whole else name.split(":")
    found, meant = _entry(game_id, head)
    written = _parse_options(found, pairs)
    spec = found.with_options({**(given or {}), **meant, **written})
    return Resolved(name, spec, spec.defaults)


def seated(game_id: str, seating: Seating) -> Resolved:
    """Return the agent that a `seating` in `game_id` names; raises `UnknownAgent`, `BadOption`."""
    return resolve(game_id, seating.agent, seating.options)


def agent(game_id: str, name: str) -> AgentSpec:
    """Return the agent `name` of game `game_id`, its options set.

    Raises `UnknownAgent` and `BadOption`.
    """
    return resolve(game_id, name).spec


def _bot(game_id: str, kept: str, own: str, given: Mapping[str, Any]) -> AgentSpec:
    """Return the agent with the `kept` name of a bot, its `own` options as text."""
    spec(game_id)
    if not bots.is_kept(kept):
        raise UnknownAgent(f"No bot has the name {kept[:60]!r} here; a command names its file.")
    room = importlib.import_module(f"ai.{bots.FOLDER}")
    found: AgentSpec = room.spec_of(game_id, kept)
    return found.with_options({**given, **({room.OWN: own} if own else {})})


def _entry(game_id: str, name: str) -> tuple[AgentSpec, Mapping[str, Any]]:
    """Return the agent with this id or other name, and the options that the name means."""
    offer = offered(game_id)
    known = {entry.id: entry for entry in (*offer.agents, *offer.guests)}
    meant = offer.alias(name) if offer.alias is not None and name not in known else None
    agent_id, options = meant or (name, {})
    if agent_id not in known:
        raise UnknownAgent(_unknown_agent(game_id, name[:40], [entry.id for entry in offer]))
    return known[agent_id], options


def _unknown_agent(game_id: str, name: str, known: Sequence[str]) -> str:
    """Return a sentence with the agents there are: the ones of like names, else all."""
    like = difflib.get_close_matches(name.lower(), known, n=2, cutoff=0.5)
    if not like:
        return f"{game_id} has no agent {name!r}; its agents are {', '.join(known)}."
    listing = arcade_command(f"games {game_id}")
    instead = f"did you mean {' or '.join(like)} (`{listing}` lists all)?"
    return f"{game_id} has no agent {name!r}; {instead}"


def _parse_options(found: AgentSpec, pairs: Sequence[str]) -> dict[str, str]:
    """Return the options that stand behind the name of an agent, as text; raises `BadOption`."""
    written: dict[str, str] = {}
    for pair in pairs:
        option, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(
                f"{found.id} has {pair[:40]!r} behind it; write an option as in "
                f"{found.id}:option=value."
            )
        if option in written:
            raise BadOption(f"{found.id} has {option[:40]} twice; give it once.")
        written[option] = value
    check_options(found, written)
    return written


def check_options(found: AgentSpec, written: Mapping[str, Any]) -> None:
    """Raise `BadOption` for an option in `written` that the agent `found` does not have."""
    known = [option.name for option in found.options]
    unknown = next((name for name in written if name not in known), None)
    if unknown is not None:
        told = f"its options are {', '.join(known)}" if known else "it has none"
        raise BadOption(f"{found.id} has no option {unknown[:40]!r}; {told}.")
