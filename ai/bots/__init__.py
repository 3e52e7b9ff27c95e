"""Bots of players: programs of their own in the seats of every game (`games.bots`)."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Final

from games import bots
from games.agents import AgentSpec
from games.core import Player
from games.spec import BadOption, Option

OWN: Final = "bot_options"


class _OwnOptions(Option):
    """A bot's own options, handed to it as text."""

    def parse(self, value: object) -> str:
        """Return the text; raises `BadOption`."""
        if not isinstance(value, str):
            raise BadOption(f"{self.name} is text, as in bot:FILE:name=value.")
        try:
            bots.own_options(value)
        except bots.LostBot as problem:
            raise BadOption(str(problem)) from None
        return value


OPTIONS: Final = (
    Option(
        *(bots.SECONDS, "Seconds a move", "float", 1.0),
        low=0.1,
        high=60.0,
        step=0.1,
        help="How long a bot may think about a move after its first.",
    ),
    _OwnOptions(*(OWN, "Its own options", "text", ""), hidden=True),
)


def spec_of(game: str, kept: str) -> AgentSpec:
    """Return the agent of `game` with the `kept` name of a bot (`games.bots`).

    It looks its file up when it begins to think, and never before.
    """
    name = bots.name_of(kept)
    return AgentSpec(
        *(kept, name, f"A program of your own: {name}.", functools.partial(_made, game, kept)),
        options=OPTIONS,
        ours=False,
        role=None,
        word="your own",
    )


def _made(game: str, kept: str, options: Mapping[str, Any], start: str | None) -> Player:
    from ai.bots.player import BotPlayer

    return BotPlayer(game, kept, options[bots.SECONDS], options[OWN])
