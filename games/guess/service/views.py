"""Rooms and rounds as plain data for JSON and as a table for export."""

from __future__ import annotations

import csv
import io
from typing import Final

from games.fields import unformed
from games.guess.service.book import Room, RoomRound

Plain = dict[str, object]
_COLUMNS: Final = ("round", "player", "name", "guess", "revision", "submitted_at", "score", "rank")


def room_view(room: Room) -> Plain:
    """Return a room: its terms, how many players there are, and its last round."""
    last = room.rounds[-1] if room.rounds else None
    told: Plain | None = None
    if last is not None:
        told = {
            "number": last.number,
            "phase": "closed" if last.closed else "open",
            "count": len(last.guesses),
            "closes_after": last.closes_after,
            "closes_at": last.closes_at,
        }
    return {
        "room": room.code,
        "title": room.title,
        "mode": room.mode,
        "multiplier": list(room.multiplier),
        "low": room.low,
        "high": room.high,
        "players": room.count,
        "round": told,
    }


def result_of(closed: RoomRound) -> Plain:
    """Return the result of a closed round."""
    assert closed.result is not None
    return {"round": closed.number, "phase": "closed", **closed.result}


def round_view(found: RoomRound) -> Plain:
    """Return a round: its result, or while it is open no more than how many guesses there are."""
    if found.closed:
        return result_of(found)
    return {
        "round": found.number,
        "phase": "open",
        "count": len(found.guesses),
        "closes_after": found.closes_after,
        "closes_at": found.closes_at,
    }


def own_view(found: RoomRound, player: int) -> Plain | None:
    """Return one player's view of a round; None without a guess."""
    given = found.guesses.get(player)
    if given is None:
        return None
    if not found.closed:
        return {"guess": given.guess, "revision": given.revision}
    row = next(row for row in found.ranking if row.player == player)
    return {"guess": row.guess, "score": row.score, "rank": row.rank}


def ranking_view(room: Room, found: RoomRound, offset: int, limit: int) -> Plain:
    """Return a part of the ranking of a closed round."""
    rows = [
        {
            "rank": row.rank,
            "name": room.players[row.player - 1].name,
            "guess": row.guess,
            "score": row.score,
        }
        for row in found.ranking[offset : offset + limit]
    ]
    return {"total": len(found.ranking), "ranking": rows}


def players_view(room: Room, offset: int, limit: int) -> Plain:
    """Return a part of the players of a room, in order of joining."""
    present = room.present
    rows = [{"player": one.number, "name": one.name} for one in present[offset : offset + limit]]
    return {"total": len(present), "players": rows}


def leaderboard_view(room: Room, offset: int, limit: int) -> Plain:
    """Return a part of the leaderboard of a room."""
    board = room.leaderboard()
    rows = [
        {
            "rank": row.rank,
            "name": row.name,
            "rounds": row.rounds,
            "wins": row.wins,
            "mean_score": row.mean,
        }
        for row in board[offset : offset + limit]
    ]
    return {"total": len(board), "leaderboard": rows}


def export(room: Room) -> str:
    """Return all guesses of the closed rounds as a table with commas, every field in quotes.

    No name begins a formula, whether a spreadsheet separates cells by commas, semicolons or tabs.
    """
    text = io.StringIO()
    table = csv.writer(text, quoting=csv.QUOTE_ALL)
    table.writerow(_COLUMNS)
    for closed in room.rounds:
        if not closed.closed:
            continue
        for row in sorted(closed.ranking, key=lambda row: row.player):
            name, given = room.players[row.player - 1].name, closed.guesses[row.player]
            times = (given.revision, given.at, row.score, row.rank)
            table.writerow((closed.number, row.player, unformed(name), row.guess, *times))
    return text.getvalue()
