"""Who contradicts whom: prints in several languages, and a simulator's scripts."""
