"""A league beside the window: `python -m ai.lab.league.desk`, spoken to in lines of JSON.

It is the league of the command line (`ai.lab.league.season`) in a folder of the player's, so that
every game that was shown as played is kept. Every message has an "op":

- `{"op": "open", "game", "folder": PATH or null, "options": {...}}` takes up the league that is
  kept there: `{"op": "opened", "entrants": [agents that can take part], ...}` and what follows;
- `{"op": "begin", "agents", "games", "seed", "options"}` begins another in its place;
- `{"op": "play"}` plays the next games;
- `{"op": "watch", "a", "b", "number"}` gives a game of two agents to see again: `{"op": "match",
  "text"}`.

The first three answer with `"agents"`, `"done"` and `"all"`, counts of games, `"next"`, who plays
next, and `"found"`, how the league stands or null (`Season.standing`); without a league `"agents"`
is empty. What cannot be done is answered by `{"op": "error", "error": a sentence}`.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ai.desk import Desk, Message, Operation, Reply, serve
from ai.lab.contest import free_options
from ai.lab.errors import BadArguments
from ai.lab.league.folder import JOURNAL, MATCHES
from ai.lab.league.playing import entrants, play_part
from ai.lab.league.season import LeagueQuestion, Season, season_at
from games.bots import LostBot
from games.catalog import UnknownAgent, UnknownGame
from games.spec import BadOption

_RESULTS = ("league.json", "results.csv", "index.html")


class LeagueDesk(Desk):
    """Answers one message after the other about the league in one folder."""

    known = (BadArguments, BadOption, LostBot, OSError, UnknownAgent, UnknownGame)
    confused = "The league did not understand that; begin another."

    def __init__(self) -> None:
        self.game = ""
        self.folder = Path()
        self.season: Season | None = None
        self._holding = contextlib.ExitStack()
        self._spare = contextlib.ExitStack()

    def operations(self) -> Mapping[str, Operation]:
        """Take up, begin, play on, and show a game again."""
        return {"open": self._open, "begin": self._begin, "play": self._play, "watch": self._watch}

    def close(self) -> None:
        """Let go of the folder."""
        self._holding.close()
        self._spare.close()

    def _open(self, message: Message) -> Reply:
        self.game, folder = str(message["game"]), message["folder"]
        if folder is None:
            folder = self._spare.enter_context(tempfile.TemporaryDirectory())
        self.folder = Path(str(folder))
        agents, left_out = entrants(self.game, free_options(self.game, message["options"]))
        told = ""
        try:
            self._take(self._kept())
        except (BadArguments, BadOption, LostBot, UnknownAgent) as problem:
            told = f"The last league cannot go on: {problem}"
        about = {"entrants": agents, "left_out": left_out, "told": told}
        return {"op": "opened", **about, **self._stands()}

    def _kept(self) -> LeagueQuestion | None:
        """Return the question of the league in the folder, None where there is none."""
        try:
            with (self.folder / JOURNAL).open(encoding="utf-8") as journal:
                plain = json.loads(journal.readline())
            about = str(plain["game"]), [str(name) for name in plain["agents"]], int(plain["games"])
            given = {str(name): str(value) for name, value in plain["options"].items()}
            return LeagueQuestion(*about, int(plain["seed"]), given)
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            return None

    def _take(self, asked: LeagueQuestion | None) -> None:
        self._holding.close()
        self.season = None
        if asked is not None and asked.game == self.game:
            self.season = self._holding.enter_context(season_at(asked, self.folder))

    def _begin(self, message: Message) -> Reply:
        agents = [str(name) for name in message["agents"]]
        given = free_options(self.game, message["options"])
        asked = LeagueQuestion(
            self.game, agents, int(message["games"]), int(message["seed"]), given
        )
        Season(asked)  # raises before the last one is gone
        self._take(None)
        for name in (JOURNAL, *_RESULTS):
            (self.folder / name).unlink(missing_ok=True)
        if (self.folder / MATCHES).exists():
            shutil.rmtree(self.folder / MATCHES)
        self._take(asked)
        return {"op": "begun", "told": "", **self._stands()}

    def _play(self, message: Message) -> Reply:
        season = self.season
        if season is None:
            raise BadArguments("There is no league; begin one.")
        for part in season.left[:1]:
            season.take(part, play_part(part))
            if not season.left:
                season.write()
        return {"op": "played", "told": "", **self._stands()}

    def _stands(self) -> Reply:
        season = self.season
        if season is None:
            return {"agents": [], "done": 0, "all": 0, "next": [], "found": None}
        return {
            "agents": season.agents,
            "done": season.games_done,
            "all": season.games_all,
            "next": list(season.left[0].table) if season.left else [],
            "found": season.standing(),
        }

    def _watch(self, message: Message) -> Reply:
        """Return a game at whose table two agents sit, or of the first where they sit alone."""
        number = int(message["number"])
        files = [] if self.season is None else self.season.matches(message["a"], message["b"])
        if not 0 <= number < len(files):
            raise BadArguments("That game was not played; choose another.")
        text = (self.folder / files[number]).read_text(encoding="utf-8")
        return {"op": "match", "text": text, "number": number, "of": len(files)}


if __name__ == "__main__":
    serve(LeagueDesk())
