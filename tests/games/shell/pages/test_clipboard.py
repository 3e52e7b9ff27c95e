"""What the desktop shows: a folder, and nothing where there is no desktop."""

from __future__ import annotations

import ntpath
import subprocess
from pathlib import Path
from typing import Any

import pytest

from games.shell.pages import clipboard
from games.shell.pages.clipboard import VIEWERS, open_folder


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that would be started; none of them is."""
    begun: list[list[str]] = []

    def start(words: list[str], **more: Any) -> None:
        begun.append(words)

    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setattr(clipboard.shutil, "which", lambda name: f"/usr/bin/{name}")
    return begun


@pytest.mark.parametrize(
    ("platform", "viewer"), [("linux", "xdg-open"), ("darwin", "open"), ("win32", VIEWERS["win32"])]
)
def test_a_folder_is_shown_by_the_desktop(
    platform: str,
    viewer: str,
    commands: list[list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clipboard.sys, "platform", platform)
    monkeypatch.setenv("DISPLAY", ":0")
    assert open_folder(tmp_path)
    assert commands == [[f"/usr/bin/{viewer}", str(tmp_path)]]
    assert not open_folder(tmp_path / "gone")
    assert len(commands) == 1


def test_no_program_of_the_present_folder_is_started_on_windows() -> None:
    assert ntpath.isabs(VIEWERS["win32"])
    assert ntpath.basename(VIEWERS["win32"]) == "explorer.exe"


def test_without_a_desktop_nothing_is_started(
    commands: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clipboard.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not open_folder(tmp_path)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(clipboard.shutil, "which", lambda name: None)
    assert not open_folder(tmp_path)
    assert commands == []
