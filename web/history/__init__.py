"""Games that were played: their course, their fairness, and downloads."""
