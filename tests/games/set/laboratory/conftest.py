"""What every test of the laboratory of Set needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.shell.app import App
from tests.support import hands


@pytest.fixture
def app(tmp_path: Path) -> App:
    """An arcade with a player's folder, and no player yet."""
    return hands.Rig(tmp_path, (1280, 720)).app
