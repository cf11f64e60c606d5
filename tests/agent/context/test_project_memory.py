import os
import socket

import pytest

from maia.agent.context.project_memory import (
    INSTRUCTION_BYTES,
    INSTRUCTION_CHARACTERS,
    Instructions,
    InstructionsProblem,
    instructions_notice,
    read_instructions,
)
from maia.i18n import Catalogue


def problem(folder, key):
    """The problem of MAIA.md, while a CLAUDE.md that could be read lies beside it."""
    (folder / "CLAUDE.md").write_text("other")
    found = read_instructions(folder)
    assert found == InstructionsProblem(
        folder / "MAIA.md", f"notice.instructions_{key}", found.reason
    )
    notice = instructions_notice(found)
    assert notice.level == "warning"
    for language in ("en", "fr"):
        assert str(folder / "MAIA.md") in Catalogue(language).text(notice.key, **notice.values)
    return found


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "MAIA.md")
    problem(tmp_path, "not_a_file")


def test_a_folder_of_that_name_is_said(tmp_path):
    (tmp_path / "MAIA.md").mkdir()
    problem(tmp_path, "not_a_file")


def test_a_socket_and_a_device_are_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("MAIA.md")
        problem(tmp_path, "not_a_file")
    (tmp_path / "MAIA.md").unlink()
    (tmp_path / "MAIA.md").symlink_to("/dev/zero")
    problem(tmp_path, "not_a_file")


def test_a_link_that_leads_nowhere_is_said(tmp_path):
    (tmp_path / "MAIA.md").symlink_to("gone")
    problem(tmp_path, "dangling")


def test_a_link_out_of_the_repository_lends_nothing(tmp_path):
    (tmp_path / "secret").write_text("key")
    launch = tmp_path / "launch"
    launch.mkdir()
    (launch / "MAIA.md").symlink_to("../secret")
    problem(launch, "outside")
    (launch / ".git").mkdir()
    problem(launch, "outside")


def test_a_link_inside_the_folder_or_its_repository_is_followed(tmp_path):
    (tmp_path / "AGENTS.md").write_text("rules")
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    assert read_instructions(tmp_path) == Instructions(tmp_path / "CLAUDE.md", "rules")
    (tmp_path / ".git").mkdir()
    part = tmp_path / "part"
    part.mkdir()
    (part / "MAIA.md").symlink_to("../AGENTS.md")
    assert read_instructions(part) == Instructions(part / "MAIA.md", "rules")


def test_the_launch_folder_itself_may_be_a_link(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "MAIA.md").write_text("rules")
    (tmp_path / "link").symlink_to("real")
    assert read_instructions(tmp_path / "link").text == "rules"


def test_a_binary_file_is_said(tmp_path):
    (tmp_path / "MAIA.md").write_bytes(b"\x7fELF\0\0")
    problem(tmp_path, "binary")


def test_a_huge_file_is_said(tmp_path):
    with (tmp_path / "MAIA.md").open("wb") as file:
        file.truncate(INSTRUCTION_BYTES + 1)
    problem(tmp_path, "too_large")


def test_a_file_that_may_not_be_read_is_said_with_its_reason(tmp_path, monkeypatch):
    def refuse(path, offset=0, size=None):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("maia.agent.context.project_memory.read_bytes", refuse)
    (tmp_path / "MAIA.md").write_text("mine")
    assert problem(tmp_path, "unreadable").reason == "Permission denied"


def test_a_folder_without_any_has_none(tmp_path):
    found = read_instructions(tmp_path)
    assert found is None
    notice = instructions_notice(found)
    assert notice.level == "warning"
    assert "MAIA.md, CLAUDE.md, AGENTS.md" in Catalogue("fr").text(notice.key, **notice.values)


def test_the_first_name_that_is_there_counts(tmp_path):
    for name in ("AGENTS.md", "CLAUDE.md", "MAIA.md"):
        (tmp_path / name).write_text(name)
        assert read_instructions(tmp_path) == Instructions(tmp_path / name, name)


def test_only_the_launch_folder_is_looked_at(tmp_path):
    (tmp_path / "MAIA.md").write_text("above")
    launch = tmp_path / "launch"
    (launch / "below").mkdir(parents=True)
    (launch / "below" / "MAIA.md").write_text("below")
    assert read_instructions(launch) is None


def test_an_empty_file_counts_too(tmp_path):
    (tmp_path / "MAIA.md").write_text("")
    (tmp_path / "CLAUDE.md").write_text("other")
    assert read_instructions(tmp_path) == Instructions(tmp_path / "MAIA.md", "")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("été".encode("utf-8-sig"), "été"),
        ("été".encode("utf-16"), "été"),
        ("ligne déjà écrite, été".encode("latin-1"), "ligne déjà écrite, été"),
        ("été été ".encode() + b"\xff", "été été \\xff"),
    ],
)
def test_other_encodings_are_read(tmp_path, data, text):
    (tmp_path / "MAIA.md").write_bytes(data)
    assert read_instructions(tmp_path).text == text


def test_a_file_at_the_limits_is_whole(tmp_path):
    (tmp_path / "MAIA.md").write_text("a" * INSTRUCTION_CHARACTERS)
    assert not read_instructions(tmp_path).cut
    (tmp_path / "MAIA.md").write_text("a" * INSTRUCTION_BYTES)
    assert read_instructions(tmp_path).cut


def test_a_long_file_is_cut_and_that_is_said(tmp_path):
    (tmp_path / "MAIA.md").write_text("é" * (INSTRUCTION_CHARACTERS + 1))
    found = read_instructions(tmp_path)
    assert found == Instructions(tmp_path / "MAIA.md", "é" * INSTRUCTION_CHARACTERS, cut=True)
    notice = instructions_notice(found)
    assert notice.level == "warning"
    assert str(INSTRUCTION_CHARACTERS) in Catalogue("en").text(notice.key, **notice.values)


def test_a_file_that_was_read_is_an_information(tmp_path):
    (tmp_path / "CLAUDE.md").write_text("rules")
    notice = instructions_notice(read_instructions(tmp_path))
    assert notice.level == "info"
    assert str(tmp_path / "CLAUDE.md") in Catalogue("en").text(notice.key, **notice.values)


def test_what_a_name_hides_is_made_visible(tmp_path):
    folder = tmp_path / "a\u202eb"
    folder.mkdir()
    (folder / "MAIA.md").write_text("x")
    assert "\\u202e" in instructions_notice(read_instructions(folder)).values["path"]
