"""The coach of Ur: the quality of a person's choices, and why another move was better."""
