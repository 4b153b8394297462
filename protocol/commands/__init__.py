"""The commands of the protocol: each a function of a session and its arguments."""
