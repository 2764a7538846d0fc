"""The tests: of the games, of the server, of the page."""
