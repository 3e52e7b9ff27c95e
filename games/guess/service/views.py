"""Rooms and rounds as plain data for JSON and as a table for export."""

from __future__ import annotations

import csv
import io
from typing import Final

from games.fields import unformed
from games.guess.rules.scoring import question
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


def phone_view(room: Room, player: int, now: float, wall: bool) -> Plain:
    """Return a room as the phone of a player sees it, at a time `now` in seconds since 1970.

    With `wall` the result of the last round is not for the phone yet; `names` counts how often
    names changed.
    """
    asked = " ".join(question(room.multiplier, room.low, room.high))
    you = {"player": player, "name": room.players[player - 1].name}
    more = {"now": now, "wall": wall, "names": room.renamed, "question": asked, "you": you}
    return room_view(room) | more


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

    Who joined before the next round opened and did not guess has a row without a guess. No name
    begins a formula, whether a spreadsheet separates cells by commas, semicolons or tabs.
    """
    text = io.StringIO()
    table = csv.writer(text, quoting=csv.QUOTE_ALL)
    table.writerow(_COLUMNS)
    for closed in room.rounds:
        if not closed.closed:
            continue
        rows, later = {row.player: row for row in closed.ranking}, room.rounds[closed.number :]
        for player in room.players:
            head = (closed.number, player.number, unformed(player.name))
            row = rows.get(player.number)
            if row is not None:
                given = closed.guesses[player.number]
                table.writerow((*head, row.guess, given.revision, given.at, row.score, row.rank))
            elif not player.removed and not (later and player.joined > later[0].opened):
                table.writerow((*head, *[""] * (len(_COLUMNS) - len(head))))
    return text.getvalue()
