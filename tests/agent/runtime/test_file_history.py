"""Which request's files are put back, when the same words were asked more than once."""

from pathlib import Path
from typing import Any

from maia.agent.contracts.events import FilesRestored
from maia.agent.runtime.file_history import FileHistory
from maia.agent.runtime.past_requests import PastRequest
from maia.agent.sessions.checkpoints.store import CheckpointStore


async def test_a_request_that_was_taken_back_is_not_taken_for_one_with_the_same_words(
    tmp_path: Path,
) -> None:
    said: list[Any] = []
    folder = tmp_path / "project"
    folder.mkdir()
    file = folder / "f.txt"
    file.write_text("original")
    history = FileHistory(CheckpointStore(tmp_path / "store"), folder, said.append)
    history.begin_session()
    for text in ("first", "second"):
        await history.begin_request("fix it")
        await history.before_change(file)
        file.write_text(text)
        await history.after_change(file)
    one, two = PastRequest(1, "fix it", ()), PastRequest(2, "fix it", ())
    await history.restore((one, two), two)
    assert file.read_text() == "first"
    await history.restore((one,), one)
    assert file.read_text() == "original"
    assert [each.restored for each in said if isinstance(each, FilesRestored)] == [(str(file),)] * 2
