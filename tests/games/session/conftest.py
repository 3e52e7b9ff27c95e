"""Workers of these tests begin as forks; those that ask for `real_starts` are started as ever."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from games.store.files import Store
from games.store.library import Library
from tests.support.forked import Forked
from tests.support.quick_files import QuickFiles


@pytest.fixture(autouse=True)
def _quick_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", Forked)


@pytest.fixture
def real_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python is started anew in this test."""
    monkeypatch.setattr(subprocess, "Popen", Forked.__base__)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """Ada plays now; Bea is a player, too."""
    made = Library(Store(tmp_path, QuickFiles()))
    ada = made.create("Ada")
    made.create("Bea")
    made.switch(ada.id)
    return made
