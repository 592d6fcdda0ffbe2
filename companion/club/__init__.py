"""A club of many tables: what a box says to the others, and what comes of it: fame, ratings, the next round."""
