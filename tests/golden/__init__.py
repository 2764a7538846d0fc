"""Recorded games, one file each, and a census of moves.

`make golden` writes them anew; a change is read in review.

The lines of a record: the setting; then for each move its number, its seat, the move, what a spectator was told,
and the first digits of the SHA-256 of the spectator's view after it; last, the result.
"""
