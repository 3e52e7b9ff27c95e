"""A maze of one's own: drawn live, while a ghost walks in it and a cloud follows."""
