"""What was played: the list of matches, and a match that is looked at again."""
