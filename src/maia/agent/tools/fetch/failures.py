"""Why a page could not be had: named here, put into words by the tool."""


class FetchFailed(Exception):
    """A key of the tool's texts, with its values."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(key)
        self.key = key
        self.values = values
