"""The shell: window, scenes, widgets, input and sound. Only here and in scenes does pygame live."""
