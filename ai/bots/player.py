"""`BotPlayer`: a bot in the seats of a match; its process serves one match.

The process starts where the first move is asked for: a match that is only looked at starts none.
A fault of the bot raises `GivesUp`, with a sentence that names the turn and the fault.
"""

from __future__ import annotations

import functools
import json
import os
import weakref
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Final

from ai.bots.talk import AskedBeside, BotFault, BotLate, Talk, talk
from ai.core import Agent
from games import bots
from games.child import kept, plain
from games.core import Decision, Event, Game, GivesUp, Limit
from games.mind import Mind
from games.paths import plain_file, python
from games.plain import PlainForm, Speech, plain_form
from games.spec import Params
from games.store.bot_minds import mind_of
from games.store.place import printable_path
from games.streams import Stream

VERSION: Final = 1
START_SECONDS: Final = 10.0
"""So long the start and the first choice of a bot may take together."""
MOST_LATE: Final = 4
"""So often a bot may stand still in place of a move that came late, in a game for teams."""
STAY: Final = "stay"
SPEAKS: Final = "speaks"
"""The option of a bot that belongs to the arcade: the language that it speaks."""
LINES, TEXT = "lines", "text"
_LANGUAGES: Final = ("", LINES, TEXT)
_BOTH: Final = f"{LINES} or {TEXT}"
_HEAD_LINES: Final = 3
_HEAD_BYTES: Final = 4096
"""A script may say in its first lines that it speaks JSON lines."""
_LONGEST: Final = 300
_SHOWN: Final = 60
"""Characters that are shown of what a bot has answered."""
_PATHS: Final = ("PYTHONPATH", "PYTHONHOME")
_SEEDS: Final = 1 << 53
"""Seeds of bots are numbers that every language's JSON can hold."""
_MOST_EVENTS: Final = 500
"""Events in a line; chosen by hand, far from the longest line."""
_HOST: Final = Path(__file__).with_name("host.py")
_encode: Final = json.JSONEncoder().encode


class BotPlayer(Agent):
    """The bot with a `kept` name and `own` options in `game`; a later choice may take `seconds`."""

    def __init__(self, game: str, kept: str, seconds: float, own: str) -> None:
        self.game, self.kept, self.seconds = game, kept, seconds
        self.own = bots.own_options(own)
        self._speaks = self.own.pop(SPEAKS, "")
        self.name = bots.name_of(kept)
        self._beside: dict[int, AskedBeside] = {}
        self._talk: Talk | None = None
        self._end: weakref.finalize[..., Any] | None = None

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Know how the match begins."""
        self.close()
        for asked in self._beside.values():
            asked.wait()
        self.close()
        super().begin(seats, game, params, rng)
        self._seed = rng.below(_SEEDS)
        self._params = params
        self._form: PlainForm = plain_form(self.game, params)
        self._events: list[dict[str, Any]] = []
        self._turn = self._late = 0
        self._shown: object = None
        self._lost: str | None = None
        self._log: Path | None = None
        self._greeting = self._begin_line()
        self._legal: tuple[Collection[str] | None, str] = None, ""
        self._speech: Speech | None = None
        self._beside = {}
        self.asked_seconds = 0.0  # of the last answer that was asked for ahead
        self._patient = len({*game.spec.teams_for(params)}) < len(game.spec.seats_for(params))

    def observe(self, events: Sequence[Event]) -> None:
        """Keep what happened, for the next question."""
        self._turn += 1
        if events:
            self._events += self._form.events(events, self.seats)

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        """Return the bot's move; raises `GivesUp` where it loses by a fault."""
        if self._lost is not None:
            raise GivesUp(self._lost)
        first = self._talk is None
        prepared = self._beside.pop(seat, None)
        try:
            if prepared is not None:
                first = prepared.first
                lines = prepared.lines()
                self.asked_seconds = prepared.seconds
            else:
                lines = self._ask(seat, view, legal)
        except BotLate as fault:
            self._late += 1
            if first or not self._patient or self._late > MOST_LATE or STAY not in legal:
                late = f"it {fault} for {'its start and first' if first else 'a'} move"
                raise self._forfeit(late) from None
            return Decision(STAY)
        except BotFault as fault:
            raise self._forfeit(f"it {fault}") from None
        if self._speech is not None:
            return self._ordered(self._speech, lines, legal)
        return self._decided(lines[0], legal, limit)

    def prepare(self, seat: int, view: object, legal: Collection[str]) -> None:
        """Ask the bot now, beside others, for the move that `act` returns."""
        if self._lost is None:
            asked = functools.partial(self._ask, seat, view, legal)
            self._beside[seat] = AskedBeside(self._talk is None, asked)

    def _ask(self, seat: int, view: object, legal: Collection[str]) -> list[bytes]:
        """Return the lines that answer the question for a move; raises `BotFault`, `GivesUp`."""
        first = self._talk is None
        if first:
            self._start()
        assert self._talk is not None
        if self._speech is not None:
            seconds = self.seconds + self._speech.first_seconds * first
            question = self._speech.question(self._form.view(view, seat)).encode()
            return self._talk.ask_lines(question, seconds, self._speech.ends)
        if legal is not self._legal[0]:
            self._legal = legal, _encode(self._form.legal(legal))
        text = (
            f'{self._told()}{{"do": "choose", "seat": {seat}, "view": '
            f'{_encode(self._form.view(view, seat))}, "legal": {self._legal[1]}, '
            f'"seconds": {self.seconds}}}\n'
        )
        return [self._talk.ask(text.encode(), START_SECONDS if first else self.seconds)]

    def _ordered(self, speech: Speech, lines: Sequence[bytes], legal: Collection[str]) -> Decision:
        """Return the move in lines of another language; lines of other words go to the log."""
        try:
            move, rest = speech.move(b"\n".join(lines).decode(errors="replace"))
        except ValueError as problem:
            raise self._forfeit(f"it answered with no orders: {problem}") from None
        if rest and self._talk is not None:
            self._talk.note("".join(f"{line}\n" for line in rest).encode())
        self._check(move, legal)
        return Decision(move)

    def _check(self, move: str, legal: Collection[str]) -> None:
        """Raise `GivesUp` for a `move` that is not legal."""
        if move not in legal:
            why = self._form.why_not(legal, move)
            told = f"its move {move[:_SHOWN]!r} is against the rules"
            raise self._forfeit(f"{told}: {why}" if why else told)

    def _decided(self, line: bytes, legal: Collection[str], limit: Limit) -> Decision:
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            raise self._forfeit(f"it answered with no JSON: {_shown(line)}") from None
        if not isinstance(reply, dict):
            raise self._forfeit(f"it answered with no object: {_shown(line)}")
        if "failed" in reply:
            raise self._forfeit(f"it failed in {str(reply['failed'])[:_LONGEST]}")
        move = reply.get("move")
        if not isinstance(move, str):
            raise self._forfeit(f"it answered with no move: {_shown(line)}")
        move = self._form.move(move)
        self._check(move, legal)
        self._shown = reply.get("mind")
        return Decision(move, self.mind() if limit.mind and self._shown is not None else None)

    def mind(self) -> Mind:
        """Return what the bot showed with its last move."""
        return mind_of(self._shown)

    def finish(self, result: Sequence[float]) -> None:
        """Tell the bot the end of the match, and end its process."""
        if self._talk is not None and self._speech is not None:
            self._talk.end(b"", self._speech.end_seconds)
        elif self._talk is not None:
            last = _encode({"do": "end", "returns": list(result)})
            self._talk.end(f"{self._told()}{last}\n".encode(), self.seconds)
        self.close()

    # -- the process ---------------------------------------------------------------------

    def _start(self) -> None:
        try:
            file = bots.file_of(self.kept)
        except bots.LostBot as problem:
            raise self._forfeit(str(problem)) from None
        environment = {**kept(os.environ), "PYTHONHASHSEED": "0"}
        words, is_python = [str(file)], file.suffix == ".py"
        self._speech = self._language(file)
        if is_python:
            words = python("-s", str(file))
            if self._speech is None:
                words = python("-s", "-P", str(_HOST), str(file))
            environment = {k: v for k, v in environment.items() if k not in _PATHS}
        reserves = self._speech is not None
        try:
            self._talk = talk(words, file.parent, environment, _log_of(file.name), reserves)
        except (OSError, ValueError) as problem:
            raise self._forfeit(f"it could not be started ({problem})") from None
        self._log = self._talk.log
        self._end = weakref.finalize(self, self._talk.close)

    def _language(self, file: Path) -> Speech | None:
        """Return the language of the game that the bot speaks; None for JSON lines.

        Raises `GivesUp` for one that this game does not have.
        """
        speech = self._form.speech
        if self._speaks not in _LANGUAGES or (self._speaks == TEXT and speech is None):
            told = f"it cannot speak {self._speaks[:_SHOWN]!r} in this game"
            raise self._forfeit(f"{told}; it speaks {LINES if speech is None else _BOTH}")
        if self._speaks:
            return speech if self._speaks == TEXT else None
        return None if file.suffix == ".py" or says_lines(file) else speech

    def _told(self) -> str:
        """Return the lines that go before a question: the begin of the match, what happened."""
        lines = self._greeting
        if self._events:
            for first in range(0, len(self._events), _MOST_EVENTS):
                some = _encode(self._events[first : first + _MOST_EVENTS])
                lines += f'{{"do": "saw", "events": {some}}}\n'
            self._events = []
        self._greeting = ""
        return lines

    def _begin_line(self) -> str:
        about = {"game": self.game, "seats": self.seats, "options": dict(self._params)}
        last = {"bot": self.own, "seed": self._seed}
        return _encode({"do": "begin", "version": VERSION, **about, **last}) + "\n"

    def _forfeit(self, fault: str) -> GivesUp:
        """Return that the bot has lost by a `fault`; its process ends."""
        self.close()
        log = "" if self._log is None or not self._log.exists() else printable_path(self._log)
        where = f" (its log: {log})" if log else ""
        told = f"{self.name} forfeits: in turn {self._turn + 1} {fault}"
        self._lost = f"{' '.join(plain(told).split()).rstrip('.')}{where}."
        return GivesUp(self._lost)

    def close(self) -> None:
        """End the process, where there is one."""
        if self._end is not None:
            self._end()
        self._talk = self._end = None


def _log_of(name: str) -> Path | None:
    """Return the file for what the bot with a file of this `name` prints; None without a place."""
    folder = bots.folder()
    return None if folder is None else folder / "logs" / f"{name}.log"


def says_lines(file: Path) -> bool:
    """Return whether a comment in the first three lines of a script says `speaks=lines`."""
    try:
        with plain_file(file) as opened:
            head = opened.read(_HEAD_BYTES).split(b"\n")[:_HEAD_LINES]
    except OSError:
        return False
    return any(f"{SPEAKS}={LINES}".encode() in line for line in head)


def _shown(line: bytes) -> str:
    return repr(line[:_SHOWN].decode(errors="replace"))
