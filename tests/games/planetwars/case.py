"""Planet Wars as the tests play it. `tests/support/cases.py` says what else may stand here."""

from __future__ import annotations

from tests.support.cases import GameCase

CASE = GameCase(opponent="rage", short={"turns": 50}, lots=("random", {}), turned=True)
