"""Other programs that speak the Go Text Protocol, as players: ``gtp:COMMAND``."""
