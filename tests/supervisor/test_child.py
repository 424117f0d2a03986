import sys
from pathlib import Path

from pdfsku.supervisor.child import Child
from pdfsku.supervisor.programs import Program
from tests.supervisor.runs import until


def start(script: str) -> Child:
    return Child.start(Program("web", (sys.executable, "-c", script)), environment={}, cwd=Path("/"))


def test_child_that_closes_its_output_is_known_to_be_silent() -> None:
    """Its pipe is readable for ever: a loop that went on asking would never sleep."""
    child = start("import os, signal; print('last', flush=True); os.close(1); os.close(2); signal.pause()")
    lines: list[str] = []

    until(lambda: lines.extend(child.read_lines()) or child.is_silent)

    assert lines == ["last"]
    assert not child.has_ended()
    child.process.kill()
    child.process.wait()
    assert child.close() == []
    assert child.how_it_ended() == "was killed by SIGKILL"


def test_lines_are_given_when_they_are_complete() -> None:
    child = start("import sys; print('one'); print('two', end='', flush=True); sys.stdin.read()")
    child.process.wait()

    assert child.read_lines() == ["one"]
    assert child.close() == ["two"]
    assert child.how_it_ended() == "ended with code 0"
