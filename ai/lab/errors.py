"""What may be wrong with the words of a command or with a request; the message says what to do."""

from __future__ import annotations


class BadArguments(ValueError):
    """Arguments of the command line that cannot be; the message says what to do."""


class BadRequest(ValueError):
    """A request of the analysis protocol that cannot be served; the message says what to change."""


class LostWorkers(RuntimeError):
    """Work could not be finished, because whoever did it ended again and again."""
