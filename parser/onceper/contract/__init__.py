"""What a reading consists of: plain immutable records, the same in Python, JSON, Arrow and Parquet."""

SCHEMA_VERSION = 3
# Under this name Arrow and Parquet keep it in their metadata.
VERSION_KEY = "onceper.schema_version"
