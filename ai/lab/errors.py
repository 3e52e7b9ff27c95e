"""Errors in the words of a command and in requests; each message names the remedy."""

from __future__ import annotations


class BadArguments(ValueError):
    """Arguments of the command line that cannot be; the message names the remedy."""


class BadRequest(ValueError):
    """A request of the analysis protocol that cannot be served; the message names the change."""


class LostWorkers(RuntimeError):
    """Work could not be finished, because whoever did it ended again and again."""
