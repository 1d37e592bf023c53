"""Apply the limits to a game in progress: may this be used now, and why."""
