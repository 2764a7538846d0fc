"""What holds the games to their rules and to their contract."""
