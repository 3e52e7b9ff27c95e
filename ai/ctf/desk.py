"""Tournaments beside the window: `python -m ai.ctf.desk`, spoken to in lines of JSON.

It plays the games of a tournament one after the other and writes all of it after each, so that what
was shown as played is on the disk. Every message has an "op":

- `{"op": "open", "file": PATH or null}` takes up what was kept there: `{"op": "opened", "cup": the
  tournament without its games or null, "told": a sentence or ""}`;
- `{"op": "begin", "teams", "params", "games", "seed"}` begins another: `{"op": "begun", "cup",
  "told"}`;
- `{"op": "play"}` plays the next game: `{"op": "played", "outcome": without its game or null where
  all were played, "told"}`;
- `{"op": "log", "number": N}` gives a game to see again: `{"op": "log", "number", "text"}`.

What cannot be done is answered by `{"op": "error", "error": a sentence}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ai.desk import Desk, Message, Operation, Reply, serve
from ai.files import NotWritten, put
from games.catalog import UnknownAgent
from games.ctf.tournament import BadTournament, Tournament, play
from games.spec import BadOption
from games.weights import set_aside


class TournamentDesk(Desk):
    """Answers one message after the other about one tournament, which is kept in a file."""

    known = (BadTournament, UnknownAgent, BadOption)
    confused = "The tournament did not understand that; begin another."

    def __init__(self) -> None:
        self.cup: Tournament | None = None
        self.file: Path | None = None

    def operations(self) -> Mapping[str, Operation]:
        """Take up, begin, play on, and show a game again."""
        return {"open": self._open, "begin": self._begin, "play": self._play, "log": self._log}

    def _open(self, message: Message) -> Reply:
        file = message["file"]
        self.file = None if file is None else Path(str(file))
        self.cup, told = self._read()
        cup = None if self.cup is None else self.cup.to_plain(logs=False)
        return {"op": "opened", "cup": cup, "told": told}

    def _read(self) -> tuple[Tournament | None, str]:
        """Return the tournament of the file; one that is none is put aside."""
        if self.file is None or not self.file.exists():
            return None, ""
        try:
            return Tournament.from_text(self.file.read_text(encoding="utf-8")), ""
        except OSError:
            return None, "The last tournament cannot be read; another can be played."
        except (BadTournament, UnicodeDecodeError):
            try:
                aside = set_aside(self.file)
            except OSError:
                return None, "The last tournament is damaged; another takes its place."
            return None, f"The last tournament cannot be used and lies as {aside.name} now."

    def _begin(self, message: Message) -> Reply:
        teams = [str(team) for team in message["teams"]]
        games, seed = int(message["games"]), int(message["seed"])
        self.cup = Tournament(teams, message["params"], games, seed)
        told = self._keep()  # else who goes on after a crash would go on with the one before
        return {"op": "begun", "cup": self.cup.to_plain(logs=False), "told": told}

    def _play(self, message: Message) -> Reply:
        if self.cup is None:
            raise BadTournament("There is no tournament; begin one.")
        if self.cup.over:
            return {"op": "played", "outcome": None, "told": ""}
        self.cup.take(play(self.cup.fixtures[len(self.cup.outcomes)]))
        told = self._keep()
        plain = self.cup.to_plain(logs=False)["played"][-1]
        return {"op": "played", "outcome": plain, "told": told}

    def _keep(self) -> str:
        """Write it; returns a sentence about what failed, or ""."""
        if self.file is None or self.cup is None:
            return ""
        if not self.file.parent.parent.is_dir():
            return "The folder of this player is gone; the tournament is not kept."
        try:
            self.file.parent.mkdir(exist_ok=True)
            put({self.file: self.cup.to_text().encode()})
        except (NotWritten, OSError) as problem:
            return str(problem)
        return ""

    def _log(self, message: Message) -> Reply:
        number = int(message["number"])
        if self.cup is None or not 0 <= number < len(self.cup.outcomes):
            raise BadTournament("That game was not played; choose another.")
        return {"op": "log", "number": number, "text": self.cup.outcomes[number].log}


if __name__ == "__main__":
    serve(TournamentDesk())
