"""The games of the arcade, the protocol they share, and the shell that shows them."""
