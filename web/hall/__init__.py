"""The pages of a hall: the wall of all tables, results, fame, and the next round."""
