"""What goes on at the table of Ra: what moves, what is added up, and what is told."""
