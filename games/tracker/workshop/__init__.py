"""A maze of one's own: drawn live, while somebody walks in it and a cloud follows."""
