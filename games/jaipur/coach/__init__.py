"""What helps a person: hints and odds at the table, the review of a match, exercises."""
