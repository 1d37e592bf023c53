"""The formats that card texts are read from."""
