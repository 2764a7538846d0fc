"""The card games of Fusebox: pure rules. See docs/engine.md for the contract and a first session."""
