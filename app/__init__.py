"""The server: rooms, seats and sockets around the games of `engine`."""
