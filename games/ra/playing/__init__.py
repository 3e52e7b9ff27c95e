"""The events at the table of Ra: motion, sums, and words."""
