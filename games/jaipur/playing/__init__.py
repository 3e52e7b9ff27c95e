"""What happens at the table while a match of Jaipur is played: motion, sums, counsel, the past."""
