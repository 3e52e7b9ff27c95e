"""Drawing in virtual units: canvas, text, sprites, themes, motion."""
