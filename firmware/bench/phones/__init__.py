"""The cost of phones: the delay until they hear of a change and have redrawn their page, and the bytes they get."""
