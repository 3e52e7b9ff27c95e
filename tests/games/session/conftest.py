"""Workers of these tests begin as forks; those that ask for `real_starts` are started as ever."""

from __future__ import annotations

import subprocess

import pytest

from tests.support.forked import Forked


@pytest.fixture(autouse=True)
def _quick_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", Forked)


@pytest.fixture
def real_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python is started anew in this test."""
    monkeypatch.setattr(subprocess, "Popen", Forked.__base__)
