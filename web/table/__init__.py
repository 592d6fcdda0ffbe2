"""The table on phones: its pages, its seats, and their actions."""
