"""What is kept on the disk: whole or not at all, checked, and set aside where it is damaged."""
