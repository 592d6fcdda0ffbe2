"""The table on phones: its pages, its seats, and what they may do."""
