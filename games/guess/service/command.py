"""`main.py serve guess`: reads the options, starts the service, and ends it in good order."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib.util
import json
import logging
import os
import shlex
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from games.guess.proof import KEY_FILE, PLACE_FILE
from games.guess.service.calls import SAFE
from games.guess.service.clock import Clocks
from games.guess.service.events import MOST_OF_ONE, Hub
from games.guess.service.limits import Limits
from games.guess.service.refusals import Refusal
from games.guess.service.store import Database, StoreDown, StoreRefused, store_for
from games.guess.service.tokens import Bearer, Tokens, check_plain, tokens_in
from games.guess.service.web import Service
from games.guess.service.writer import Writer

_LIBRARY: Final = logging.getLogger("guess.library")
_LIBRARY.propagate = False
_LIBRARY.addHandler(logging.NullHandler())
"""What the library says of bad requests could hold anything that was sent; nobody is told."""


IDLE_SECONDS: Final = 20.0
"""Chosen: a phone that guesses again later connects anew in milliseconds."""


class _Connection(RequestHandler):
    """One connection."""

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Return the reply to what could not be read, without a word of it."""
        refusal = Refusal("bad_request", "This is no request that can be read; send HTTP/1.1.")
        reply = web.Response(
            body=refusal.body(), status=400, headers=SAFE, content_type="application/json"
        )
        reply.headers["Cache-Control"] = "no-store"
        reply.force_close()
        return reply


class Server(web.Server):
    """The connections of a service.

    One that has not sent the whole head of a request within `idle` seconds, since it began or since
    its last request, is closed: whoever sends a byte now and then holds no place for long.
    """

    def __init__(self, service: Service, idle: float = IDLE_SECONDS) -> None:
        super().__init__(
            service.handle,
            access_log=None,
            logger=_LIBRARY,
            keepalive_timeout=idle,
            lingering_time=1.0,
        )

    def __call__(self) -> RequestHandler:
        """Return a new connection."""
        return _Connection(self, loop=self._loop, **self._kwargs)


PROGRAM = "main.py"
"""The name by which the arcade was started, set by the one that starts the service."""
DONE, BAD_ARGUMENTS = 0, 2
DATABASE_VARIABLE: Final = "OPEN_MIND_ARCADE_DATABASE"
_FOLDER_VARIABLE: Final = "OPEN_MIND_ARCADE_DATA"
_EVERYWHERE: Final = ("0.0.0.0", "::")
_ALONE: Final = ("127.0.0.1", "localhost", "::1")
_LEAVE_SECONDS: Final = 1.5
_MOST_WAITING: Final = 512
_MOST_OPEN: Final = 8192
"""Open files, connections among them: a thousand listeners and a thousand players besides."""
_LOOK: Final = 0.5
"""Seconds between two looks whether the file of `--while` is still there."""


class BadStart(Exception):
    """Raised where the service cannot be started; the message gives reason and remedy."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Raise `BadStart`."""
        raise BadStart(f"{message.rstrip('.')}; see `{PROGRAM} serve guess --help`.")


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = _Parser(
        prog=f"{PROGRAM} serve guess",
        description="Starts the service of Guess 2/3 for a class.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen at (127.0.0.1: this machine)"
    )
    parser.add_argument("--port", type=int, default=8023, help="the port (8023; 0: a free one)")
    parser.add_argument(
        "--database",
        metavar="URL",
        help=f"sqlite:///FILE or postgresql://...; also as {DATABASE_VARIABLE}",
    )
    parser.add_argument(
        "--rate", type=float, default=20, metavar="N", help="requests a second of one asker (20)"
    )
    parser.add_argument("--data-dir", metavar="DIR", help="where database and key are")
    parser.add_argument(
        "--json", action="store_true", help="print one line of JSON, on a terminal too"
    )
    parser.add_argument(
        "--while",
        dest="mark",
        type=Path,
        metavar="FILE",
        help="serve only as long as this file is there",
    )
    found = parser.parse_args(arguments)
    if not 0 <= found.port <= 65535:
        raise BadStart(f"--port is {found.port}; give 0 to 65535.")
    if not 0 <= found.rate <= 1e6:
        raise BadStart("--rate must lie in 0 to 1000000; 0 limits nothing.")
    if found.mark is not None and not found.mark.exists():
        raise BadStart(f"--while names {found.mark}, which is not there; make that file first.")
    return found


def serve(arguments: Sequence[str], data_dir: str | None) -> int:
    """Serve until SIGTERM or SIGINT; returns the exit code. `data_dir` holds database and key."""
    os.umask(0o077)  # database, log and key are their owner's alone
    _allow_connections()
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(name)s: %(message)s")
    try:
        found = _parsed(arguments)
        folder = _folder(found.data_dir or data_dir)
        tokens = _tokens(folder)
        url = found.database or os.environ.get(DATABASE_VARIABLE)
        store = _store(url or f"sqlite:///{folder / 'guess.sqlite3'}")
        return asyncio.run(_serve(found, folder, tokens, store))
    except (BadStart, StoreRefused) as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return BAD_ARGUMENTS


def _allow_connections() -> None:
    """Let as many connections be open as the system allows: some have room for 256 by default."""
    if os.name != "posix":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_OPEN if hard == resource.RLIM_INFINITY else min(_MOST_OPEN, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _folder(named: str | None) -> Path:
    chosen = named or os.environ.get(_FOLDER_VARIABLE)
    if not chosen:
        raise BadStart("There is no folder for database and key; name one with --data-dir.")
    folder = Path(chosen)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadStart(f"The folder {folder} cannot be used ({error.strerror}).") from None
    return folder


def _tokens(folder: Path) -> Tokens:
    try:
        return tokens_in(folder)
    except (OSError, ValueError) as problem:
        if not os.path.lexists(folder / KEY_FILE):
            reason = getattr(problem, "strerror", None) or problem
            raise BadStart(f"A key cannot be made in {folder} ({reason}).") from None
        raise BadStart(
            f"The key in {folder} cannot be read; put its file aside to make a new one, after "
            "which all tokens are new."
        ) from None


def _store(url: str) -> Database:
    store = store_for(url)
    if store.name == "postgresql" and importlib.util.find_spec("psycopg") is None:
        raise BadStart(
            "psycopg is missing; install it with `pip install -r requirements-service.txt`."
        )
    return store


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; raises `BadStart`."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        made = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(_MOST_WAITING)
    except OSError as error:
        told = f"{host}:{port} cannot be listened at ({error.strerror or error})"
        raise BadStart(f"{told}; name another --host or --port.") from None
    return made


def own_address(host: str) -> str:
    """Return the address by which others reach a service that listens at `host`."""
    if host not in _EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # nothing is sent; it finds the way out
            return str(asked.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def addresses(host: str) -> list[str]:
    """Return the addresses by which others reach a service that listens at `host`, best first."""
    found = [own_address(host)]
    if host in _EVERYWHERE:
        with contextlib.suppress(OSError):
            found += sorted(socket.gethostbyname_ex(socket.gethostname())[2])
        found = [address for address in found if not address.startswith("127.")] or found[:1]
    return list(dict.fromkeys(found))


def _words(host: str, places: Sequence[str], folder: str | None) -> str:
    """Return what a person reads at the start: how phones come in, where a room is opened."""
    program = Path(sys.argv[0]).name
    lines = ["The service of Guess 2/3 runs. Ctrl+C ends it; every guess stays.", ""]
    if host in _ALONE:
        lines += [
            f"Phones cannot reach it: it listens to this machine alone, at {places[0]}.",
            "For phones end it, and start it again with --host 0.0.0.0:",
            f"    {program} serve guess --host 0.0.0.0",
        ]
    else:
        lines.append("Phones in this network reach it at")
        lines += [f"    {place}" for place in places]
    arcade = program if folder is None else f"{program} --data-dir {shlex.quote(folder)}"
    lines += [
        "",
        "A room is opened in the arcade: Guess 2/3, the sign For a class, Open a room.",
        f"    {arcade}",
    ]
    return "\n".join(lines)


async def _serve(found: argparse.Namespace, folder: Path, tokens: Tokens, store: Database) -> int:
    clock = Clocks()
    hub = Hub(clock.steady, MOST_OF_ONE if found.rate else None)
    writer = Writer(store, clock, lambda codes: service.changed(codes))
    service = Service(writer, tokens, Limits(found.rate, clock.steady), hub, clock, store.name)
    try:
        writer.start()
    except StoreDown as error:
        raise StoreRefused(
            f"The database cannot be reached or read ({error}); start it or name another one."
        ) from None
    listening = _listening(found.host, found.port)
    service.changed(set(writer.book.rooms))
    runner = web.ServerRunner(Server(service), shutdown_timeout=_LEAVE_SECONDS)
    await runner.setup()
    site = web.SockSite(runner, listening)
    await site.start()
    writing = asyncio.create_task(writer.run())
    ticking = asyncio.create_task(service.tick())
    ended = _ends(asyncio.get_running_loop())
    watching = asyncio.create_task(_watch(found.mark, ended))
    port = int(listening.getsockname()[1])
    places = [f"http://{address}:{port}" for address in addresses(found.host)]
    place = {"url": places[0], "admin": tokens.make(Bearer("admin"))}
    kept, where = None if found.mark else folder / PLACE_FILE, json.dumps({**place, "port": port})
    if kept is not None:
        with contextlib.suppress(OSError):
            kept.unlink(missing_ok=True)  # whatever it is, a pipe perhaps
            with kept.open("x", encoding="utf-8") as file:
                file.write(where)
    if sys.stdout.isatty() and not found.json:
        print(_words(found.host, places, found.data_dir), flush=True)
    else:
        print(json.dumps({**place, "database": store.name}), flush=True)
    await ended.wait()
    if kept is not None:
        with contextlib.suppress(OSError, ValueError):
            check_plain(kept)
            if kept.read_text(encoding="utf-8") == where:  # no later service's
                kept.unlink()
    await site.stop()
    hub.close()
    writer.stop()
    ticking.cancel()
    watching.cancel()
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(writing, 2.0)
    await runner.cleanup()
    writer.close()
    return DONE


async def _watch(mark: Path | None, ended: asyncio.Event) -> None:
    """End once the file `mark` is gone, where there is one."""
    while mark is not None and mark.exists():
        await asyncio.sleep(_LOOK)
    if mark is not None:
        ended.set()


def _ends(loop: asyncio.AbstractEventLoop) -> asyncio.Event:
    """Set once the service is asked to end."""
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, ended.set)
        except NotImplementedError:  # where there are no such signals
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(ended.set))
    return ended
