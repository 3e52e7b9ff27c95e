"""The training of the learners of Ur, on the screen."""
