"""The base of every exception that onceper raises on purpose."""


class OnceperError(Exception):
    """Tell what is wrong, where, what was expected and the remedy, in one message.

    Every exception of the package derives from this class; each stands beside the code that raises it.
    """

    def __init__(self, what: str, *, where: str = "", expected: str = "", remedy: str = "") -> None:
        self.what = what
        self.where = where
        self.expected = expected
        self.remedy = remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        message = f"{self.where}: {self.what}" if self.where else self.what
        if self.expected:
            message += f"; expected {self.expected}"
        if self.remedy:
            message += f"\n  remedy: {self.remedy}"
        return message
