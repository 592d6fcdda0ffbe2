"""Input from outside: limits on it, a confined parser, and lenient reading of what a person typed."""
