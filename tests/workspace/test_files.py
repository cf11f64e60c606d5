import errno
import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from maia.workspace.files import TEMPORARY_PREFIX, file_facts, read_bytes, write_atomically


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_facts_tell_every_kind_without_opening_it(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"12345")
    (tmp_path / "plain").chmod(0o640)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero").symlink_to("/dev/zero")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        kinds = {name: file_facts(tmp_path / name).kind for name in names(tmp_path)}
    assert kinds == {
        "plain": "file",
        "pipe": "pipe",
        "zero": "device",
        "socket": "socket",
        "dangling": "missing",
        "loop": "missing",
    }
    facts = file_facts(tmp_path / "plain")
    assert (facts.size, facts.mode) == (5, 0o640)
    assert file_facts(tmp_path).kind == "directory"


@pytest.mark.parametrize("name", ["plain/below", "nul\0name", "lone\ud800", "x" * 300])
def test_facts_of_an_impossible_path_are_missing(tmp_path: Path, name: str) -> None:
    (tmp_path / "plain").write_bytes(b"")
    assert file_facts(tmp_path / name).kind == "missing"


def test_a_range_of_bytes_is_read(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(bytes(range(100)))
    assert read_bytes(path) == bytes(range(100))
    assert read_bytes(path, 10, 5) == bytes(range(10, 15))
    assert read_bytes(path, 98, 50) == bytes([98, 99])
    assert read_bytes(path, 1000) == b""


def test_reading_a_pipe_is_refused_and_does_not_wait(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError) as caught:
        read_bytes(tmp_path / "pipe")
    assert caught.value.errno == errno.EINVAL


def test_reading_a_folder_or_an_impossible_name_is_an_oserror(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        read_bytes(tmp_path)
    for name in ("nul\0name", "lone\ud800"):
        with pytest.raises(OSError):
            read_bytes(tmp_path / name)
        with pytest.raises(OSError):
            write_atomically(tmp_path / name, b"")


def test_a_new_file_gets_its_folders_and_honours_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "a" / "b" / "new", b"text")
    finally:
        os.umask(before)
    assert (tmp_path / "a" / "b" / "new").read_bytes() == b"text"
    assert mode_of(tmp_path / "a" / "b" / "new") == 0o640
    assert names(tmp_path / "a" / "b") == ["new"]


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o4755, 0o2770])
def test_the_mode_of_a_replaced_file_stays(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old")
    path.chmod(mode)
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert mode_of(path) == mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_root_keeps_the_owner_of_a_replaced_file(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old")
    os.chown(path, 1234, 4321)
    write_atomically(path, b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 4321)


AS_NOBODY = """
import os, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from maia.workspace.files import write_atomically, read_bytes
os.setgroups([]); os.setgid(65534); os.setuid(65534)
try:
    getattr(sys.modules["maia.workspace.files"], sys.argv[2])(Path(sys.argv[3]), *(
        [b"new"] if sys.argv[2] == "write_atomically" else []))
except OSError as error:
    print(type(error).__name__)
else:
    print("done")
"""


def as_nobody(function: str, path: Path) -> str:
    source = str(Path(sys.modules["maia.workspace.files"].__file__ or "").parents[2])
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, source, function, str(path)],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    return done.stdout.strip()


@pytest.fixture
def open_folder(tmp_path: Path) -> Path:
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.geteuid():
            folder.chmod(folder.stat().st_mode | 0o011)
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o777)
    return folder


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become another user")
def test_set_user_id_does_not_move_to_another_owner(open_folder: Path) -> None:
    path = open_folder / "f"
    path.write_bytes(b"old")
    path.chmod(0o4777)
    assert as_nobody("write_atomically", path) == "done"
    assert path.stat().st_uid == 65534
    assert mode_of(path) == 0o777


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become another user")
def test_a_read_only_folder_refuses_and_nothing_is_left(open_folder: Path) -> None:
    path = open_folder / "f"
    path.write_bytes(b"old")
    path.chmod(0o666)
    open_folder.chmod(0o755)
    assert as_nobody("write_atomically", path) == "PermissionError"
    assert as_nobody("write_atomically", open_folder / "new" / "x") == "PermissionError"
    assert path.read_bytes() == b"old"
    assert names(open_folder) == ["f"]


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become another user")
def test_an_unreadable_file_is_a_permission_error(open_folder: Path) -> None:
    path = open_folder / "f"
    path.write_bytes(b"secret")
    path.chmod(0)
    assert as_nobody("read_bytes", path) == "PermissionError"


def test_a_read_only_file_is_refused_even_for_root(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(PermissionError):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["f"]


def test_a_chain_of_links_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "f").write_bytes(b"old")
    (tmp_path / "folder").symlink_to("real")
    (tmp_path / "link").symlink_to("folder/f")
    write_atomically(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real" / "f").read_bytes() == b"new"
    assert names(tmp_path / "real") == ["f"]


def test_a_dangling_link_gets_its_target(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("sub/target")
    write_atomically(tmp_path / "link", b"new")
    assert (tmp_path / "sub" / "target").read_bytes() == b"new"
    assert (tmp_path / "link").is_symlink()


def test_the_other_names_of_a_hard_linked_file_keep_the_old_content(tmp_path: Path) -> None:
    (tmp_path / "store").write_bytes(b"old")
    (tmp_path / "f").hardlink_to(tmp_path / "store")
    write_atomically(tmp_path / "f", b"new")
    assert (tmp_path / "f").read_bytes() == b"new"
    assert (tmp_path / "store").read_bytes() == b"old"


def test_what_cannot_be_replaced_is_an_oserror(tmp_path: Path) -> None:
    (tmp_path / "dir").mkdir()
    (tmp_path / "plain").write_bytes(b"")
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    before = names(tmp_path)
    for name in ("dir", "plain/child", "plain/a/b/child", "loop", "pipe", "x" * 300):
        with pytest.raises(OSError):
            write_atomically(tmp_path / name, b"new")
    with pytest.raises(OSError):
        write_atomically(Path("/dev/null"), b"new")
    assert names(tmp_path) == before


def test_folders_made_for_a_write_that_fails_are_removed(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        write_atomically(tmp_path / "a" / "b" / ("x" * 300), b"new")
    assert names(tmp_path) == []


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old")
    code = (
        "import resource, signal, sys; from pathlib import Path;"
        "from maia.workspace.files import write_atomically;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000));"
        "write_atomically(Path(sys.argv[1]), b'x' * 5000)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert "OSError: [Errno 27]" in done.stderr
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["f"]


def test_a_kill_in_mid_write_leaves_a_temporary_file_that_can_be_told(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old")
    code = (
        "import resource, sys; from pathlib import Path;"
        "from maia.workspace.files import write_atomically;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000));"
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_DFL);"
        "write_atomically(Path(sys.argv[1]), b'x' * 5000)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], timeout=30, check=False)
    assert done.returncode < 0
    assert path.read_bytes() == b"old"
    left = [name for name in names(tmp_path) if name != "f"]
    assert len(left) == 1
    assert left[0].startswith(TEMPORARY_PREFIX)


def test_the_names_of_a_file_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    assert file_facts(tmp_path / "a").names == 1
    (tmp_path / "b").hardlink_to(tmp_path / "a")
    assert file_facts(tmp_path / "b").names == 2
    assert file_facts(tmp_path).names == 1
