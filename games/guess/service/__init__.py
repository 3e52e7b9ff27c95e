"""The service of Guess 2/3: rooms for a class over HTTP, kept in SQLite or PostgreSQL.

No module that plays imports this folder. `command` starts it, `web` answers requests, `writer` is
the only writer, `book` holds the running counts, `store` has all SQL.
"""
