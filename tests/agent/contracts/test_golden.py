import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from maia.agent.contracts import display, events, judgement, messages, operations

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "contracts"

DIFF = display.FileDiff("src/a.py", "@@ -1 +1 @@\n-x = 1\n+x = 2\n")
TODO = display.TodoItem("Write tests", "in_progress", "Writing tests")

SAMPLES: tuple[Any, ...] = (
    messages.TextBlock("naïve 日本"),
    messages.ToolUseBlock("call_1", "Read", {"path": "src/a.py", "limit": 20}),
    messages.ToolResultBlock("call_1", "     1\tx = 1", is_error=True),
    messages.ReasoningBlock("first, look", "c2VhbA=="),
    messages.ImageBlock("sha256:9f86d081", "image/png"),
    DIFF,
    display.CommandOutput("pytest -q", "1 passed", 0),
    display.TodoList((TODO,)),
    display.PlainText("as it stands"),
    operations.Submit("fix the test"),
    operations.Interrupt(),
    operations.Answer("ask-call_1", "yes", remember="session", rules=("Bash(ls *)",)),
    operations.SelectModel("openai/gpt-5"),
    operations.SelectProfile("plan"),
    operations.TrustFolder(),
    operations.RunShell("!git status"),
    operations.Compact(),
    operations.Clear(),
    operations.NewSession(),
    operations.LoadSession("parser"),
    operations.RenameSession("parser"),
    operations.Rewind(2, "files"),
    events.TurnStarted(3),
    events.RequestStarted(2),
    events.TextArrived("turn-3.2", "Hel"),
    events.ReasoningArrived("turn-3.2", "so"),
    events.ResponseEnded("turn-3.2", "tool_use"),
    events.UsageReported(1200, 80, 30, 1000),
    events.ToolCallAnnounced("call_1", "Edit", "edit", "src/a.py", {"path": "src/a.py"}),
    events.ToolCallStarted("call_1"),
    events.ToolOutputArrived("call_1", "line\n"),
    events.ToolCallEnded("call_1", "Edit", "ran", "1 replacement", (DIFF,)),
    events.ToolsRunning(("Read", "Bash"), 1),
    events.ToolsSettled(),
    events.PermissionAsked(
        "ask-call_1",
        "call_1",
        "Bash",
        "execute",
        "ls",
        {"command": "ls"},
        "ask Bash",
        (judgement.JudgedPart("ls", "ask", "", "permission.no_rule"),),
        ("Bash(ls *)",),
    ),
    events.ContinuationAsked("continue-3-50", 50),
    events.QuestionClosed("ask-call_1", "yes"),
    events.Notice("notice.stopped", "info", {"count": 1}),
    events.ErrorRaised("error.http", {"status": 500}),
    events.ModelSelected("openai/gpt-5"),
    events.ProfileSelected("plan"),
    events.FolderTrusted("/repo"),
    events.ContextMeasured(45_700, 200_000),
    events.ShellStarted("git status"),
    events.ShellOutputArrived("clean\n"),
    events.ShellEnded("git status", "exit code: 0", 0),
    events.CompactionStarted("automatic"),
    events.CompactionEnded("## Context", "parser__1", 196_000, 3_100),
    events.SessionOpened("parser", "loaded"),
    events.SessionRenamed("parser", "session_2026-01-01_00_00_00"),
    events.FilesRestored(("/repo/a.py",), ("/repo/b.py",), (("/repo/c.py", "checkpoint.changed"),)),
    events.TurnEnded(3, "interrupted", 2, ("/repo/src/a.py",)),
)


def tag(sample: Any) -> str:
    return sample.__struct_config__.tag


@pytest.mark.parametrize("sample", SAMPLES, ids=tag)
def test_each_message_event_and_operation_is_written_as_its_golden_json(sample: Any) -> None:
    golden = (
        GOLDEN / f"{tag(sample)}{'.display' if sample in SAMPLES[5:9] else ''}.json"
    ).read_text(encoding="utf-8")
    assert json.loads(msgspec.json.encode(sample)) == json.loads(golden)
    assert msgspec.json.decode(golden, type=type(sample)) == sample


@pytest.mark.parametrize(
    "union", [messages.KnownBlock, display.Display, operations.Operation, events.Event]
)
def test_every_kind_has_a_golden(union: Any) -> None:
    assert set(get_args(union)) <= {type(sample) for sample in SAMPLES}


def test_there_is_no_golden_without_a_kind() -> None:
    names = {f"{tag(sample)}{'.display' if sample in SAMPLES[5:9] else ''}" for sample in SAMPLES}
    assert {path.stem for path in GOLDEN.glob("*.json")} == names
