"""The page: its forms without a script, its weight, what it may load; and in a real browser."""

from __future__ import annotations

import html
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest

from games.paths import ROOT
from tests.support.guess_service import (
    NEEDED,
    Client,
    Reply,
    Room,
    RunningService,
    open_room,
    open_round,
    running,
)

pytestmark = [pytest.mark.service, NEEDED]
PATHS = ("/", "/page.css", "/page.js", "/icon.svg")
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def sent(client: Client, room: Room, **fields: str) -> Reply:
    return client.ask("POST", f"/r/{room.code}", urlencode(fields).encode(), FORM)


def hidden(reply: Reply, name: str) -> str:
    """The value of a hidden field of a page."""
    found = re.search(rf'name="{name}" value="([^"]*)"', reply.body.decode())
    assert found, reply.body
    return html.unescape(found[1])


def test_joining_and_guessing_without_a_script(client: Client, service: RunningService) -> None:
    room = open_room(service, client, title="<i>Class</i> & co")
    page = client.ask("GET", f"/r/{room.code.lower()}")
    assert b"<i>" not in page.body
    key = hidden(page, "key")
    joined = sent(client, room, name="<b>Ada</b>", key=key)
    assert joined.status == 200
    assert b"<b>" not in joined.body
    assert b"&lt;b&gt;Ada" in joined.body
    token = hidden(joined, "token")
    assert token not in joined.headers.get("location", "")
    assert hidden(sent(client, room, name="<b>Ada</b>", key=key), "token") == token
    open_round(client, room)
    form = sent(client, room, token=token)
    asked = {"token": token, "round": hidden(form, "round"), "key": hidden(form, "key")}
    wrong = sent(client, room, **asked, guess="33.5")
    assert wrong.status == 422
    assert b"whole number" in wrong.body
    done = sent(client, room, **{**asked, "key": hidden(wrong, "key")}, guess="33")
    assert b"Your guess 33 is in" in done.body
    assert client.get(f"{room.path}/rounds/1", token).plain["you"]["guess"] == 33
    client.post(f"{room.path}/rounds/1/close", {}, room.host)
    assert b"the target was 22.00" in sent(client, room, token=token).body


def test_forms_that_cannot_be(client: Client, service: RunningService) -> None:
    room = open_room(service, client)
    assert sent(client, room, name="", key="k" * 20).status == 422
    assert sent(client, room, name="Ada").status == 400
    assert sent(client, room, token="player.X.1.y", guess="3", key="k", round="1").status == 401
    assert client.ask("POST", f"/r/{room.code}", b"{}", {"Content-Type": "a/b"}).status == 415
    assert client.ask("POST", f"/r/{room.code}", b"a" * 4097, FORM).status == 413
    assert client.ask("POST", f"/r/{room.code}", b"name=\xff\xff", FORM).status in (400, 422)


def test_a_class_without_scripts_is_not_limited_as_one(tmp_path: Path) -> None:
    """Each form is known by its token; who has none, or a wrong one, by the address."""
    with running(tmp_path / "data", rate=2) as service:
        client = service.client()
        room = open_room(service, client)
        tokens, names = [], iter(range(100))
        while len(tokens) < 4:
            joined = sent(client, room, name=f"P{next(names)}", key=f"joining-{next(names):016d}")
            if joined.status == 200:
                tokens.append(hidden(joined, "token"))
        refused = joined
        while refused.status != 429:
            refused = sent(client, room, name=f"<i>{next(names)}", key=f"j{next(names):020d}")
        assert refused.headers["content-type"].startswith("text/html")
        assert int(refused.headers["retry-after"]) >= 1
        assert b"Too many requests" in refused.body
        assert b'value="&lt;i&gt;' in refused.body, "the name need not be typed again"
        assert sent(client, room, token="player.X.1.y").status == 429
        for token in tokens:
            assert [sent(client, room, token=token).status for _ in range(3)] == [200] * 3
        statuses = [sent(client, room, token=tokens[0]).status for _ in range(8)]
        assert 429 in statuses
        assert sent(client, room, token=tokens[1]).status == 200
        pages = [client.ask("GET", path).status for path in PATHS for _ in range(50)]
        assert set(pages) == {200}, "the page and its files come however often"
        missing = [client.ask("GET", "/r/ZZZZZ").status for _ in range(20)]
        assert set(missing) == {404, 429} or set(missing) == {429}, "codes cannot be tried out"


def test_who_was_removed_is_told_without_a_script(client: Client, service: RunningService) -> None:
    room = open_room(service, client)
    joined = sent(client, room, name="Rude", key="k" * 20)
    token = hidden(joined, "token")
    assert client.delete(f"{room.path}/players/1", room.host).status == 200
    told = sent(client, room, token=token)
    assert told.status == 401
    assert b"You were removed from this room" in told.body
    assert hidden(told, "key"), "and can join again"
    assert b"Rude" not in told.body


def test_the_front_page_leads_to_a_room(client: Client, service: RunningService) -> None:
    room = open_room(service, client)
    assert b'name="room"' in client.ask("GET", "/").body
    found = client.ask("GET", f"/r?room={room.code.lower()}")
    assert (found.status, found.headers["location"]) == (303, f"/r/{room.code}")
    assert client.ask("GET", "/r?room=%0d%0aX").status == 404


def test_a_wrong_room_code_stays_on_the_page_that_asks_for_it(
    client: Client, service: RunningService
) -> None:
    for path in ("/r?room=zzzzz", "/r/ZZZZZ", "/r?room=AB0%3Ci%3E"):
        found = client.ask("GET", path)
        if found.status == 303:
            found = client.ask("GET", found.headers["location"])
        assert found.status == 404
        assert found.headers["content-type"].startswith("text/html")
        page = found.body.decode()
        typed = "AB0&lt;I" if "AB0" in path else "ZZZZZ"
        assert f"No room has the code {typed}" in page
        assert f'name="room" value="{typed}' in page, "the code need not be typed anew"
        assert "{" not in page
    with_form = client.ask("POST", "/r/ZZZZZ", b"name=Ada", FORM)
    assert (with_form.status, b'name="room"' in with_form.body) == (404, True)


def test_nothing_is_loaded_from_elsewhere_and_all_is_light(
    client: Client, service: RunningService
) -> None:
    room = open_room(service, client)
    parts = [client.ask("GET", path) for path in (f"/r/{room.code}", "/page.css", "/page.js")]
    assert sum(len(part.body) for part in parts) < 60_000
    policy = parts[0].headers["content-security-policy"]
    assert "unsafe-inline" not in policy
    assert "default-src 'none'" in policy
    assert parts[0].headers["x-frame-options"] == "DENY"
    text = b"".join(part.body for part in parts).decode()
    addresses = set(re.findall(r"https?://[^\"'\s]+", text))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<script[^>]*>[^<]|\son\w+=|style=", parts[0].body.decode())


def test_the_qr_code_leads_to_the_room(client: Client, service: RunningService) -> None:
    room = open_room(service, client)
    told = client.get(f"{room.path}/qr").plain
    assert told["url"] == f"{service.url}/r/{room.code}"
    rows = told["rows"]
    assert len(rows) >= 21
    assert {len(row) for row in rows} == {len(rows)}
    assert rows[0][:7] == rows[6][:7] == "1111111"
    picture = client.ask("GET", f"/r/{room.code}/qr.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")


def colours() -> dict[str, str]:
    text = (ROOT / "games" / "guess" / "service" / "page" / "page.css").read_text()
    return dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", text))


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_text_stands_out_from_its_ground() -> None:
    known = colours()
    for text, ground in (("ink", "paper"), ("ink", "soft"), ("accent", "paper")):
        light, dark = sorted((luminance(known[text]), luminance(known[ground])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5
