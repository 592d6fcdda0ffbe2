"""A club under load: many tables at one broker, and rounds for many people."""
