"""The settings under which Ra can be played without its guide, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

RA: Final[Mapping[str, Any]] = {"reduced_motion": True, "mind_open": False, "guided": "ra"}
