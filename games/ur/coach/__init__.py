"""The coach of Ur: how well somebody chose, and why another move was better."""
