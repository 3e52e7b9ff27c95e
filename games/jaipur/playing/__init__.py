"""The table while a match of Jaipur is played: motion, sums, counsel, the past."""
