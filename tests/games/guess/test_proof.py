"""The proof of the service: by its key, for one port and one challenge, and no part of a token."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from games.guess.proof import KEY_FILE, fresh_challenge, is_challenge, proof_of, read_key
from games.guess.service.tokens import Bearer, Tokens, tokens_in

KEY, OTHER = bytes(range(32)), bytes(32)


def test_a_proof_is_for_one_key_one_challenge_and_one_port() -> None:
    challenge = fresh_challenge()
    found = {
        proof_of(key, text, port)
        for key in (KEY, OTHER)
        for text in (challenge, fresh_challenge())
        for port in (8023, 8024)
    }
    assert len(found) == 8
    assert proof_of(KEY, challenge, 8023) in found
    assert Tokens(KEY).prove(challenge, 8023) == proof_of(KEY, challenge, 8023)


def test_a_proof_is_no_part_of_any_token() -> None:
    """Nobody forges a token with the proof of whatever challenge is taken."""
    tokens, tried = Tokens(KEY), 0
    names = ("admin..0", "host.K7PQM.0", "player.K7PQM.1")
    for name in names:
        assert not is_challenge(name)
        for challenge in (name, name.encode().hex(), fresh_challenge(), ""):
            proof = bytes.fromhex(tokens.prove(challenge, 8023))
            for mac in (proof, proof[:24], proof[8:]):
                token = f"{name}.{base64.urlsafe_b64encode(mac).decode()}"
                assert tokens.read(token) is None
                tried += 1
    assert tried == 36
    assert tokens.read(tokens.make(Bearer("admin"))) == Bearer("admin")


@pytest.mark.parametrize("text", ["", "a" * 31, "a" * 65, "A" * 32, "g" * 32, "a" * 32 + "\n"])
def test_what_is_no_challenge(text: str) -> None:
    assert not is_challenge(text)


def test_the_key_is_read_as_the_service_made_it(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        read_key(tmp_path)
    tokens, challenge = tokens_in(tmp_path), fresh_challenge()
    assert tokens.prove(challenge, 1) == proof_of(read_key(tmp_path), challenge, 1)
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600
    for text in ("", "zz", "00" * 31, "00" * 600):
        (tmp_path / KEY_FILE).write_text(text)
        with pytest.raises((ValueError, OSError)):
            read_key(tmp_path)
