"""What a reading consists of: plain immutable records, the same in Python, JSON, Arrow and Parquet."""

SCHEMA_VERSION = 2
