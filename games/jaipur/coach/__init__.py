"""The coach: hints and odds at the table, the review of a match, exercises."""
