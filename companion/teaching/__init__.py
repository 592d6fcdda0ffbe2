"""Leading newcomers: what to lay out, each rule the first time it matters, a page in five minutes, and practice."""
