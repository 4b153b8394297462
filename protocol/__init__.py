"""The line protocol: text in, text out; sessions, clients and bots."""
