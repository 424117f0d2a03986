"""The one way in which an embedded server refuses."""


class EmbeddedError(Exception):
    """An embedded server cannot be started or used; the message is one line that says what to do."""
