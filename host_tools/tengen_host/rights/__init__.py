"""Who may do what on which boards: one table, and the check by this table."""
