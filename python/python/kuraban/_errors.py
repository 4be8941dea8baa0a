"""What can go wrong."""


class KurabanError(Exception):
    """Something that Kuraban refuses or cannot do."""


class LevelError(KurabanError, ValueError):
    """Why a text or an array is no level: line, column and message of every problem."""

    problems: list[tuple[int | None, int | None, str]]

    def __init__(
        self, message: str, problems: list[tuple[int | None, int | None, str]]
    ) -> None:
        super().__init__(message, problems)
        self.problems = problems

    def __str__(self) -> str:
        return str(self.args[0])
