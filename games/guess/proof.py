"""The proof of a service that it has the key of a folder, before it is sent a token.

The port of a service that has ended is free for any program of the machine. A client that goes on
with a class therefore sends a fresh challenge first. The proof is made by a key derived from the
folder's own, so that it can never be a part of a token, and it names the port, so that it cannot be
fetched from the real service at another one.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from pathlib import Path
from typing import Final

from games.paths import read_plain

KEY_FILE: Final = "guess-service.key"
PLACE_FILE: Final = "guess-service.json"
"""The file in which a service that a person started says where it runs, and its token."""
_KEY_BYTES: Final = 32
_LARGEST_FILE: Final = 1000
_PURPOSE: Final = b"open-mind-arcade/guess/proof"
"""No token has a name like this: those have three parts with points between."""
_CHALLENGE: Final = re.compile(r"[0-9a-f]{32,64}")


def read_key(folder: Path) -> bytes:
    """Return the key in a folder; raises `OSError`, and `ValueError` for a file that is no key."""
    key = bytes.fromhex(read_plain(folder / KEY_FILE, _LARGEST_FILE).decode("ascii").strip())
    if len(key) != _KEY_BYTES:
        raise ValueError("The key is damaged.")
    return key


def fresh_challenge() -> str:
    """Return a new random challenge."""
    return secrets.token_hex(16)


def is_challenge(text: str) -> bool:
    """Return True for 32 to 64 hexadecimal digits."""
    return _CHALLENGE.fullmatch(text) is not None


def proof_of(key: bytes, challenge: str, port: int) -> str:
    """Return the proof that whoever listens at `port` has the `key`: 64 hexadecimal digits."""
    own = hmac.digest(key, _PURPOSE, hashlib.sha256)
    return hmac.digest(own, f"{port} {challenge}".encode(), hashlib.sha256).hex()
