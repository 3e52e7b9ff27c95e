"""The agents' knowledge of a player: a page of pictures, the numbers one press away."""
