"""The frame of editors: text to and from the clipboard, answers beside the frames, one hint."""

from __future__ import annotations

import threading

import pygame
import pytest

from games.mind import Note
from games.shell.draw.canvas import Canvas
from games.shell.pages import editor as editor_page
from games.shell.pages.editor import BELOW, SAID, WAITING, Editor
from games.shell.pages.overlays import Dialog
from games.shell.widgets.basic import Button
from tests.support.hands import FRAME, Rig, give, push_button
from tests.support.words import Words


class NotEven(ValueError):
    """The number is odd."""


class Numbers(Editor[int, str]):
    """An editor of even numbers, whose halves are told."""

    title = "Even numbers"
    thing, how = "number", "Press a digit."
    refusals, known = (NotEven,), (ZeroDivisionError,)

    def __init__(self, hands: Rig) -> None:
        super().__init__(hands.app)
        self.number, self.gate, self.played = 4, threading.Event(), -1
        self.form.widgets = [Button("Play", self.asked, hint=""), *self.text_buttons()]
        self.answer_box = (100.0, 100.0, 200.0, 40.0)

    def asked(self) -> None:
        self.ask_side(("Odd", "Even"), "Against nobody.", 1)

    def play(self, seat: int) -> None:
        self.played = seat

    def line(self) -> str:
        if self.number % 2:
            raise NotEven(f"{self.number} is odd.")
        return str(self.number)

    def set_up(self, line: str) -> None:
        if not line.isdecimal():
            raise NotEven("That is no number.")
        self.number = int(line)

    def warning(self) -> str:
        return "Odd." if self.number % 2 else ""

    def answer(self, question: int) -> str:
        assert self.gate.wait(10)
        if not question:
            raise ZeroDivisionError("Nothing has no half.")
        return str(question // 2)

    def show_answer(self) -> None:
        self.mind = (Note(self.latest.answer or self.latest.problem),) * 12

    def draw(self, canvas: Canvas) -> None:
        canvas.fill("ink")
        self.draw_head(canvas)
        self.place_foot([w for w in self.form.widgets if isinstance(w, Button)], 400)
        if self.answer_box is not None:
            self.draw_answer(canvas, self.answer_box)
        self.form.draw(canvas)


@pytest.fixture
def hands() -> Rig:
    return Rig(None, (800, 600))


def test_text_goes_to_the_clipboard_and_back(hands: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    editor, held, there = Numbers(hands), ["17 sheep" * 100], [True]
    monkeypatch.setattr(editor_page, "to_clipboard", lambda text: held.append(text) or there[0])
    monkeypatch.setattr(editor_page, "from_clipboard", lambda most: held[-1][:most])
    hands.show(editor)
    push_button(editor, "Paste")
    assert (editor.number, hands.app.toasts.texts[-1]) == (4, "That is no number.")
    push_button(editor, "Copy")
    assert (held[-1], hands.app.toasts.texts[-1]) == ("4", "Copied: 4")
    held.append("8")
    push_button(editor, "Paste")
    assert (editor.number, hands.app.toasts.texts[-1]) == (8, "The position is set up.")
    there[0] = False
    push_button(editor, "Copy")
    assert hands.app.toasts.texts[-1] == "There is no clipboard here. 8"
    assert editor.take("7")
    push_button(editor, "Copy")
    assert hands.app.toasts.texts[-1] == "7 is odd."
    assert held[-1] == "8"


def test_an_answer_comes_beside_the_frames_and_the_newest_question_wins(hands: Rig) -> None:
    editor = Numbers(hands)
    hands.show(editor)
    assert editor.next_frame() is None
    for number in (6, 8, 10):
        editor.ask(number)
        hands.app.frame(FRAME)
        assert (editor.waiting, editor.mind) == (True, WAITING)
    assert editor.next_frame() is not None
    editor.gate.set()
    editor.wait()
    assert (editor.waiting, editor.mind[0]) == (False, Note("5"))
    editor.ask(0)
    editor.wait()
    assert editor.mind[0] == Note("Nothing has no half.")
    editor.ask(12)
    editor.refuse("No.")
    editor.wait()
    assert editor.mind == (Note("No."),), "an answer to what was taken back is not shown"


def test_the_wheel_scrolls_the_answer_as_far_as_it_goes(hands: Rig) -> None:
    editor = Numbers(hands)
    editor.gate.set()
    hands.show(editor)
    editor.ask(2)
    editor.wait()
    hands.app.draw()
    canvas = hands.app.canvas
    at = (canvas.x(150), canvas.y(120))
    give(hands.app, pygame.MOUSEMOTION, pos=at, rel=(1, 0), buttons=(0, 0, 0))
    for _ in range(40):
        give(hands.app, pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-1.0, flipped=False)
    assert editor.tall > 40
    assert editor.scrolled == editor.tall + BELOW - 40
    for _ in range(40):
        give(hands.app, pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.0, flipped=False)
    assert editor.scrolled == 0.0


def test_one_place_has_the_warning_the_hint_or_what_to_do(
    hands: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = Numbers(hands)
    hands.show(editor)
    words = Words(hands.app, monkeypatch)
    seen = []
    for number, focus in ((4, 0), (4, 1), (5, 1)):
        editor.number = number
        editor.form.focus_on(editor.form.widgets[focus])
        words.look()
        left = hands.app.canvas.x(SAID)
        seen += [word.text for word in words.seen if abs(word.place.left - left) <= 1]
    assert seen == ["Press a digit.", "The number as text.", "Odd."]


def test_it_asks_which_side_is_played_and_back_leaves(hands: Rig) -> None:
    editor = Numbers(hands)
    hands.show(editor)
    push_button(editor, "Play")
    assert isinstance(hands.app.top, Dialog)
    push_button(hands.app.top, "You play Even")
    assert editor.played == 1
    hands.key("escape")
    assert hands.app.top is not editor
