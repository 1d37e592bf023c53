"""Reading card texts from files and writing rows to files."""
