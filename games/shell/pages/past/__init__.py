"""Played matches: their list, and a match that is looked at again."""
