"""How fast it is here: the engine and the real server, each beside a yardstick measured in the same run."""
