"""Checking a seal: the string, its hash made on the spot, copied, for each round that is kept."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from games.core import Seal
from games.shell.app import App
from games.shell.pages import seal_page
from games.shell.pages.seal_page import SealPage, digest, opened_string
from tests.support.hands import push_button


def seal_of(number: int, move: str = "kick") -> Seal:
    return Seal(f"{number:032x}", move)


def opened(*numbers: int) -> list[tuple[int, str, Seal]]:
    return [(number, seal_of(number).commitment, seal_of(number)) for number in numbers]


def test_it_computes_the_hash_and_says_that_the_seal_held(app: App) -> None:
    seal = seal_of(7)
    page = SealPage(app, [(3, seal.commitment, seal)])
    assert page.title == "Round 3: the seal held"
    assert page.text.count(seal.commitment) == 2
    assert f"{seal.nonce}:kick" in page.text
    assert digest(seal) == hashlib.sha256(opened_string(seal).encode()).hexdigest()


def test_in_larger_text_both_hashes_break_at_the_same_place(app: App) -> None:
    app.change_settings(larger_text=True)
    seal = seal_of(7)
    page = SealPage(app, [(3, seal.commitment, seal)])
    assert page.text.count(f"{seal.commitment[:32]}\n{seal.commitment[32:]}") == 2


def test_a_move_that_was_changed_is_told(app: App) -> None:
    page = SealPage(app, [(3, seal_of(7).commitment, seal_of(7, "punch"))])
    assert page.title == "Round 3: the seal does not fit"
    assert "Not the same" in page.text


def test_earlier_rounds_come_one_by_one_and_round_again(app: App) -> None:
    page = SealPage(app, opened(4, 5, 6))
    app.push(page)
    titles = []
    for _ in range(4):
        titles.append(page.title.partition(":")[0])
        push_button(page, "An earlier round")
        app.frame(1 / 60)
    assert titles == ["Round 6", "Round 5", "Round 4", "Round 6"]


def test_the_string_can_be_copied(app: App, monkeypatch: Any) -> None:
    copied: list[str] = []
    monkeypatch.setattr(seal_page, "to_clipboard", lambda text: bool(copied.append(text)) or True)
    page = SealPage(app, opened(4, 5))
    push_button(page, "Copy the string")
    push_button(page, "An earlier round")
    push_button(page, "Copy the string")
    assert copied == [opened_string(seal_of(5)), opened_string(seal_of(4))]


def test_before_the_first_round_it_shows_no_move(app: App) -> None:
    seal = seal_of(1)
    page = SealPage(app, (), seal.commitment)
    assert seal.commitment in page.text
    assert seal.nonce not in page.text
    with pytest.raises(AssertionError):
        push_button(page, "Copy the string")
