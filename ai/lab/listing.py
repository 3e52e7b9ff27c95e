"""`main.py games`: the games, or one of them, their options, their agents and models."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from ai.lab.rooms import Plain
from games import catalog
from games.agents import AgentSpec
from games.paths import STARTED_AS
from games.spec import Option


def show_games(as_json: bool, game: str | None = None) -> int:
    """Print the list; a game that cannot be loaded is named on standard error (exit code 1).

    Raises `UnknownGame`.
    """
    games, broken = [], 0
    if game is not None:
        catalog.spec(game)
    for game_id in catalog.GAMES if game is None else (game,):
        try:
            games.append(describe(game_id))
        except Exception as error:
            broken += 1
            problem = f"{type(error).__name__}: {error}"
            print(f"{STARTED_AS}: {game_id} cannot be loaded ({problem}).", file=sys.stderr)
    print(json.dumps({"games": games}, indent=2) if as_json else _table(games))
    return 1 if broken else 0


def describe(game_id: str) -> Plain:
    """Return one game as plain data; games with models beside their agents have "models" too."""
    spec = catalog.spec(game_id)
    plain: Plain = {
        "id": spec.id,
        "title": spec.title,
        "seats": [seat.name for seat in spec.seats_for()],
        "agents": [_agent(agent) for agent in catalog.agents(game_id)],
        "options": [_option(option) for option in spec.options],
    }
    models = catalog.offered(game_id).models
    if models is not None:
        plain["models"] = [_agent(model) for model in models]
    return plain


def _agent(agent: AgentSpec) -> Plain:
    plain: Plain = {"id": agent.id, "name": agent.name, "description": agent.description}
    if agent.options:
        plain["options"] = [_option(option) for option in agent.options]
    return plain


def _option(option: Option) -> Plain:
    plain: Plain = {
        "name": option.name,
        "type": option.kind,
        "default": option.default,
        "choices": list(option.choices),
    }
    for name in ("low", "high"):
        bound = getattr(option, name)
        if bound is not None:
            plain[name] = bound
    return plain


def _table(games: Sequence[Plain]) -> str:
    """Return the games as text, the ids of agents beside the names that pages give them."""
    lines = []
    for game in games:
        lines.append(f"{game['id']}: {game['title']}")
        for kind in ("agents", "models"):
            listed = game.get(kind, ())
            wide = {
                key: max((len(agent[key]) for agent in listed), default=0) for key in ("id", "name")
            }
            for agent in listed:
                names = f"{agent['id']:{wide['id']}}  {agent['name']:{wide['name']}}"
                lines.append(f"  {kind[:-1]:6} {names}  {agent['description']}")
                lines += [_option_line(option, 25) for option in agent.get("options", ())]
        lines += [_option_line(option, 2) for option in game["options"]]
        lines.append("")
    return "\n".join(lines).rstrip()


def _option_line(option: Plain, indent: int) -> str:
    if option["choices"]:
        values = "|".join(str(choice) for choice in option["choices"])
    elif "low" in option:
        values = f"{option['low']:g} to {option['high']:g}"
    else:
        values = "on|off" if option["type"] == "bool" else str(option["type"])
    usual = option["default"]
    if option["type"] == "bool":
        usual = "on" if usual else "off"
    usual = "none" if usual == "" else usual
    return f"{'':{indent}}option {option['name']}={values} (default {usual})"
