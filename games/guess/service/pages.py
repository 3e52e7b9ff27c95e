"""The pages for phones: files from `page/`, and forms that work where no script runs.

Names and titles are escaped wherever they stand. Without a script there is nowhere to keep a token
but the page itself, so the forms carry it in a hidden field, never in the address.
"""

from __future__ import annotations

import html
import secrets
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Template
from typing import Final
from urllib.parse import parse_qsl

import segno
from aiohttp import web

from games.guess.rules.names import LONGEST_NAME
from games.guess.rules.scoring import question
from games.guess.service import changes
from games.guess.service.book import Room
from games.guess.service.calls import SAFE, Call, Handler, PageCalls, check_media_type, read_body
from games.guess.service.fields import Fields, check_key
from games.guess.service.refusals import Refusal
from games.guess.service.tokens import Bearer
from games.guess.service.views import Plain

_FOLDER: Final = Path(__file__).with_name("page")
_FILES: Final = {
    "/page.css": ("page.css", "text/css"),
    "/page.js": ("page.js", "text/javascript"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
HEADERS: Final = {
    **SAFE,
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
_SHORTEST_KEY: Final = 16


@cache
def _file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def resource(service: PageCalls, call: Call, path: str) -> Mapping[str, Handler]:
    """Return the methods of an address outside the API; raises `Refusal`.

    The page and its files have no limit: a class behind one address loads them at once. Codes of
    unknown rooms have the API's limit, and lead back to the page that asks for a code.
    """
    try:
        return _resource(service, call, path)
    except Refusal as missing:
        why, asked = missing, path.split("/")
        if len(asked) != 3 or asked[1] != "r":
            service.spend(call)
            raise
        try:
            service.spend(call)
        except Refusal as too_many:
            why = too_many
        found = _front_again(asked[2], why)

        async def again(call: Call) -> web.StreamResponse:
            return found

        return {"GET": again, "POST": again}


def _resource(service: PageCalls, call: Call, path: str) -> Mapping[str, Handler]:
    if path in _FILES:
        return {"GET": _plain_file}
    if path == "/":
        return {"GET": _front}
    if path == "/r":
        return {"GET": _find}
    parts = path.split("/")
    if len(parts) in (3, 4) and parts[1] == "r":
        call.code = service.room_at(parts[2]).code
        if len(parts) == 3:
            forms = _Forms(service)
            return {"GET": forms.show, "POST": forms.take}
        if parts[3] == "qr.svg":
            service.spend(call)
            return {"GET": _qr_picture}
    raise Refusal("not_found", "There is nothing at this address.")


def room_url(call: Call) -> str:
    """Return the address of a room's page, as whoever asks reaches this service."""
    return f"http://{call.request.headers.get('Host', 'localhost')[:80]}/r/{call.code}"


def qr_of(url: str) -> Plain:
    """Return the QR code of an address: rows of 0 and 1 (dark), without the quiet border."""
    code = segno.make(url, micro=False, error="m")
    return {"url": url, "rows": ["".join(str(int(bool(b))) for b in row) for row in code.matrix]}


def _reply(text: str, kind: str = "text/html") -> web.Response:
    return web.Response(text=text, content_type=kind, charset="utf-8", headers=HEADERS)


async def _plain_file(call: Call) -> web.StreamResponse:
    name, kind = _FILES[call.request.path]
    return _reply(_file(name), kind)


def _page(title: str, body: str, code: str = "") -> str:
    return Template(_file("page.html")).substitute(
        title=html.escape(title), body=body, room=html.escape(code)
    )


def _front_page(told: str = "", asked: str = "") -> web.Response:
    """Return the page that asks for a room, with a message and the code that was typed."""
    form = Template(_file("front.html")).substitute(asked=html.escape(asked))
    return _reply(_page("Guess 2/3", _message(told) + form))


def _front_again(asked: str, refusal: Refusal) -> web.Response:
    """Return the page that asks for a room, after the code `asked` led to none."""
    asked = asked.strip().upper()[: changes.CODE_LENGTH]
    told = refusal.message
    if refusal.kind == "not_found":
        told = f"No room has the code {asked}. Look at the wall and type it again."
        if len(asked) < changes.CODE_LENGTH:
            told = "A room code has five letters and digits. Look at the wall and type it again."
    reply = _front_page(told, asked)
    reply.set_status(refusal.status)
    reply.headers.update(refusal.headers)
    return reply


async def _front(call: Call) -> web.StreamResponse:
    return _front_page()


async def _find(call: Call) -> web.StreamResponse:
    """Return the way from the form of the front page to a room."""
    asked = dict(parse_qsl(call.request.query_string)).get("room", "").strip().upper()
    if not (len(asked) == changes.CODE_LENGTH and set(asked) <= set(changes.CODE_SIGNS)):
        return _front_again(asked, Refusal("not_found", ""))
    return web.Response(status=303, headers={**HEADERS, "Location": f"/r/{asked}"})


async def _qr_picture(call: Call) -> web.StreamResponse:
    rows = qr_of(room_url(call))["rows"]
    assert isinstance(rows, list)
    size = len(rows) + 8
    dark = "".join(
        f"M{x + 4} {y + 4}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, bit in enumerate(row)
        if bit == "1"
    )
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{dark}"/></svg>'
    )
    return _reply(picture, "image/svg+xml")


class _Forms:
    """The page of a room, and its two forms: to join, and to guess."""

    def __init__(self, service: PageCalls) -> None:
        self._service = service

    async def show(self, call: Call) -> web.StreamResponse:
        """Return the page of a room, to join by."""
        room = changes.room_in(await self._service.writer.settled(), call.code)
        return _reply(_page(room.title, _join_form(room), room.code))

    async def take(self, call: Call) -> web.StreamResponse:
        """Take the data of a form: a name, or a guess with the token of the page."""
        body = await read_body(call.request)
        check_media_type(call.request, "application/x-www-form-urlencoded")
        try:
            sent = dict(parse_qsl(body.decode("utf-8"), max_num_fields=8, errors="strict"))
        except ValueError:
            raise Refusal("bad_request", "The form did not come whole; send it again.") from None
        token, told = sent.get("token", ""), ""
        player: Bearer | None = None
        refused: Refusal | None = None
        try:
            if token:
                try:
                    player = self._player(call, token)
                finally:
                    # Phones of one class have one address; each is known by its page's token.
                    self._service.spend(call, player)
                told = await self._guess(call, player, sent, body) if "guess" in sent else ""
            else:
                self._service.spend(call)
                token = await self._join(call, sent, body)
                player = self._player(call, token)
        except Refusal as refusal:
            refused, told = refusal, refusal.message
            if refusal.kind == "unauthorized":
                player = None
        room = changes.room_in(await self._service.writer.settled(), call.code)
        if player is None:
            form = _join_form(room, sent.get("name", ""))
        else:
            form = _guess_form(room, token, player.number, self._service.on_wall(room))
        reply = _reply(_page(room.title, _message(told) + form, room.code))
        if refused is not None:
            reply.set_status(refused.status)
            reply.headers.update(refused.headers)
        return reply

    async def _join(self, call: Call, sent: Mapping[str, str], body: bytes) -> str:
        key = check_key(sent.get("key"), _SHORTEST_KEY)
        most = self._service.most_names
        plan = changes.join(call.code, {"name": sent.get("name", "")}, call.address, most)
        found, _ = await self._service.do(call, f"join.{call.code}", key, body, plan)
        return self._service.player_token(call.code, found)

    async def _guess(self, call: Call, player: Bearer, sent: Mapping[str, str], body: bytes) -> str:
        key = check_key(sent.get("key"))
        text, number = sent["guess"].strip(), sent.get("round", "")
        digits = text.isascii() and text.isdigit() and len(text) < 12
        fields: Fields = {"guess": int(text) if digits else text}
        asked = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
        plan = changes.guess(call.code, asked, player.number, fields)
        await self._service.do(call, player.name, key, body, plan)
        return f"Your guess {text} is in. You can change it until the round closes."

    def _player(self, call: Call, token: str) -> Bearer:
        """Return the player of this room whose token it is; raises `Refusal`."""
        bearer = self._service.reader(token)
        if bearer is None:
            raise Refusal("unauthorized", "This page is too old; join the room again.")
        if bearer.role != "player" or bearer.room != call.code:
            raise Refusal("forbidden", "This page is no player's of this room; join the room.")
        self._service.check_present(bearer)
        return bearer


def _message(told: str) -> str:
    return f'<p class="told" role="status">{html.escape(told)}</p>' if told else ""


def _fresh_key() -> str:
    return secrets.token_urlsafe(18)


def _join_form(room: Room, name: str = "") -> str:
    if room.mode == "classic":
        return "<p>This room takes guesses of programs, not of phones.</p>"
    return (
        f'<p id="question">{_question(room)}</p>'
        f'<form method="post" action="/r/{room.code}" id="join">'
        f'<input type="hidden" name="key" value="{_fresh_key()}">'
        f'<label for="name">Your name</label><input id="name" name="name" required '
        f'maxlength="{LONGEST_NAME}" value="{html.escape(name)}" autocomplete="nickname" autofocus>'
        "<button>Join</button></form>"
    )


def _question(room: Room) -> str:
    return " ".join(question(room.multiplier, room.low, room.high))


def _guess_form(room: Room, token: str, player: int, wall: bool) -> str:
    name = html.escape(room.players[player - 1].name)
    hidden = (
        f'<input type="hidden" name="token" value="{html.escape(token)}">'
        f'<input type="hidden" name="you" value="{name}">'
    )
    again = (
        f'<form method="post" action="/r/{room.code}">{hidden}<button>Look again</button></form>'
    )
    last = room.rounds[-1] if room.rounds else None
    if last is None:
        return f"<p>You are in, {name}. The first round has not begun.</p>{again}"
    given = last.guesses.get(player)
    if wall:
        return f'<p class="wall">Look at the wall.</p>{again}'
    if last.closed:
        assert last.result is not None
        target = last.result["target_float"]
        shown = "nobody guessed" if target is None else f"the target was {target:.2f}"
        own = f" You guessed {given.guess}." if given else ""
        return f"<p>Round {last.number} is closed: {shown}.{own}</p>{again}"
    value = given.guess if given else ""
    return (
        f'<form method="post" action="/r/{room.code}">{hidden}'
        f'<input type="hidden" name="round" value="{last.number}">'
        f'<input type="hidden" name="key" value="{_fresh_key()}">'
        f"<p>Round {last.number}. {_question(room)}</p>"
        f'<label for="guess">Your number, {room.low} to {room.high}</label>'
        f'<input id="guess" name="guess" type="number" inputmode="numeric" min="{room.low}" '
        f'max="{room.high}" step="1" value="{value}" required autofocus>'
        f"<button>Guess</button></form>{again}"
    )
