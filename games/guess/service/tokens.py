"""Tokens that are derived from one secret key, so that none of them is ever stored.

A token is `role.room.number.MAC`, the MAC 192 bits of HMAC-SHA-256 over what stands before it. The
key lives in a file that its owner alone can read, and stays the same as long as that file does.
"""

from __future__ import annotations

import base64
import contextlib
import errno
import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Final, NamedTuple

from games.guess.proof import KEY_FILE, proof_of, read_key

_KEY_BYTES: Final = 32
_MAC_BYTES: Final = 24
_LONGEST: Final = 80


class Bearer(NamedTuple):
    """The bearer of a token: "admin", "host" or "player" of a `room`, with a player's number."""

    role: str
    room: str = ""
    number: int = 0

    @property
    def name(self) -> str:
        """The text before the MAC, and the scope of the keys of its requests."""
        return f"{self.role}.{self.room}.{self.number}"


class Tokens:
    """Makes and reads tokens by a secret `key`."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def make(self, bearer: Bearer) -> str:
        """Return the token of a bearer."""
        mac = hmac.digest(self._key, bearer.name.encode(), hashlib.sha256)[:_MAC_BYTES]
        return f"{bearer.name}.{base64.urlsafe_b64encode(mac).decode()}"

    def read(self, token: str) -> Bearer | None:
        """Return the bearer of this token, or None if invalid; compared in constant time."""
        parts = token.split(".")
        if len(token) > _LONGEST or len(parts) != 4 or not token.isascii():
            return None
        if not (parts[2].isdecimal() and len(parts[2]) < 10):
            return None
        bearer = Bearer(parts[0], parts[1], int(parts[2]))
        same = hmac.compare_digest(self.make(bearer).encode(), token.encode())
        return bearer if same else None

    def prove(self, challenge: str, port: int) -> str:
        """Return the proof for a challenge that came in at `port`; see `games.guess.proof`."""
        return proof_of(self._key, challenge, port)


def tokens_in(folder: Path) -> Tokens:
    """Return the tokens by the key in this folder, which is made where there is none.

    Raises `OSError`, and `ValueError` for a file that is no key.
    """
    path = folder / KEY_FILE
    if not os.path.lexists(path):
        _make_key(path)
    return Tokens(read_key(folder))


def check_plain(path: Path) -> None:
    """Raise `OSError` for a folder, and for a pipe, which would be waited for."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is not a plain file")


def _make_key(path: Path) -> None:
    """A key in a new file of mode 600, there whole or not at all; of two that begin at once the
    first one's counts for both.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_bytes(_KEY_BYTES).hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
        _place(draft, path)
    finally:
        with contextlib.suppress(OSError):
            draft.unlink()


def _place(draft: Path, path: Path) -> None:
    """Put a key where none is; one that is there by now stays."""
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:  # a disk without links
        draft.replace(path)
