"""A scripted task on the source tree of a real package, through a real LiteLLM proxy."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from maia.testing.model_server import Answer, ToolCall

pytestmark = pytest.mark.proxy

OLD = "    rv.sort(key=lambda x: x[0])\n"
NEW = "    # Short prefixes come first.\n    rv.sort(key=lambda pair: pair[0])\n"
DIFF = """\
@@ -297,5 +297,6 @@ def join_options(options: cabc.Sequence[str]) -> tuple[str, bool]:
\x20
         rv.append((len(prefix), opt))
\x20
-    rv.sort(key=lambda x: x[0])
+    # Short prefixes come first.
+    rv.sort(key=lambda pair: pair[0])
     return ", ".join(x[1] for x in rv), any_prefix_is_slash
"""


def last_result(body: dict[str, Any]) -> str:
    return next(m["content"] for m in reversed(body["messages"]) if m["role"] == "tool")


class Task:
    """A model that works from what the tools give back, and fails the test when it is wrong."""

    def __init__(self, test_command: str) -> None:
        self.test_command = test_command
        self.path = ""
        self.line = 0

    def find(self, _: dict[str, Any]) -> Answer:
        arguments = {"pattern": r"^def join_options", "output_mode": "content", "-n": True}
        return Answer("I look for the function.", calls=(ToolCall("Grep", arguments, pieces=5),))

    def read(self, body: dict[str, Any]) -> Answer:
        found = re.search(r"^(\S+):(\d+):def join_options", last_result(body), re.MULTILINE)
        assert found, last_result(body)
        self.path, self.line = found[1], int(found[2])
        arguments = {"path": self.path, "offset": self.line, "limit": 25}
        return Answer(calls=(ToolCall("Read", arguments),))

    def edit(self, body: dict[str, Any]) -> Answer:
        assert re.search(
            r"^ *300\t$|^ +\d+\t" + re.escape(OLD.rstrip()), last_result(body), re.MULTILINE
        )
        arguments = {"path": self.path, "old_string": OLD, "new_string": NEW}
        return Answer("Now the change.", calls=(ToolCall("Edit", arguments, pieces=3),))

    def test(self, body: dict[str, Any]) -> Answer:
        assert "join_options" in json.dumps(body["messages"][-1]) or last_result(body)
        return Answer(calls=(ToolCall("Bash", {"command": self.test_command}),))

    def report(self, body: dict[str, Any]) -> Answer:
        passed = re.search(r"(\d+) passed", last_result(body))
        assert passed, last_result(body)
        return Answer(f"`join_options` in {self.path} is clearer; {passed[1]} tests pass.")


def test_find_a_function_edit_it_run_its_tests_and_report(
    litellm_proxy: Any,
    proxy_settings: Any,
    click_repository: Path,
    run_tests_command: str,
    maia_command: Any,
) -> None:
    proxy_settings(
        permissions={"allow": ["Read", "Grep", "Edit(src/**)", f"Bash({run_tests_command})"]},
        env={"PYTHONPATH": "src"},
    )
    task = Task(run_tests_command)
    litellm_proxy.upstream.script(task.find, task.read, task.edit, task.test, task.report)
    ended = maia_command(
        click_repository,
        "--model",
        "scripted-model",
        "-p",
        "tidy join_options",
        "--output-format",
        "json",
    )
    assert ended.returncode == 0, ended.stderr
    report = json.loads(ended.stdout)
    assert re.fullmatch(
        r"`join_options` in src/click/formatting.py is clearer; \d+ tests pass\.", report["text"]
    )
    assert (report["iterations"], report["tool_calls"]) == (5, 4)
    assert report["changed_files"] == [str(click_repository / "src/click/formatting.py")]
    git = subprocess.run(
        ["git", "diff"], cwd=click_repository, capture_output=True, text=True, check=True
    )
    assert git.stdout.count("diff --git") == 1
    assert git.stdout.endswith(DIFF)
    assert litellm_proxy.upstream.remaining == 0
