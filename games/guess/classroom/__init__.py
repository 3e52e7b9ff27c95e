"""A class plays from the arcade's window: a client of the service by its public requests alone.

- `starting` starts the service and finds it again, `keeping` remembers the rooms of this machine.
- `calls` asks the service, `told` checks its answers, `follower` keeps up with a room in a thread.
- `foresight` is `mind` as it watches a class; the pages are for the teacher and the class.
"""
