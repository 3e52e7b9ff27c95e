"""What a page is made of: rows, buttons, lists, text fields."""
