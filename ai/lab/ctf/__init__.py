"""What the laboratory does with capture-the-flag: analysis, arena, bench."""
