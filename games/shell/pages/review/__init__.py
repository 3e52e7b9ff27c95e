"""The review of a match, and its choices on the table once more."""
