"""Files on the disk: whole or not at all, checked, and set aside where damaged."""
