"""The parts of a page: rows, buttons, lists, text fields."""
