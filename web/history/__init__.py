"""Games that were played: their course, their fairness, and what may be taken away."""
