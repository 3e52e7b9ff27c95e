"""What the arcade's agents know about a player: a page of pictures, the numbers one press away."""
