"""The formats that rows are written to."""
