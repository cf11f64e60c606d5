import json

import pytest

from maia.agent.contracts.display import TodoItem, TodoList
from maia.agent.contracts.errors import ToolInputError
from maia.agent.contracts.tools import ToolContext
from maia.agent.tools.todo import TodoTool
from maia.testing.memory_blobs import MemoryBlobs
from maia.testing.memory_host import MemoryHost

TODOS = [
    {"content": "Read", "status": "completed", "activeForm": "Reading"},
    {"content": "Edit", "status": "in_progress", "activeForm": "Editing"},
    {"content": "Test", "status": "pending", "activeForm": "Testing"},
]
LINES = "☑ Read\n▶ Editing\n☐ Test"


@pytest.fixture
def context(tmp_path):
    return ToolContext(tmp_path, MemoryHost(), None, MemoryBlobs())


async def test_the_list_is_drawn_and_shown(context):
    tool = TodoTool()
    outcome = await tool.execute({"todos": TODOS}, context)
    items = (
        TodoItem("Read", "completed", "Reading"),
        TodoItem("Edit", "in_progress", "Editing"),
        TodoItem("Test", "pending", "Testing"),
    )
    assert outcome.content == LINES
    assert outcome.display == (TodoList(items),)
    assert tool.items == items


async def test_each_call_replaces_the_list(context):
    tool = TodoTool()
    await tool.execute({"todos": TODOS}, context)
    outcome = await tool.execute({"todos": TODOS[:1]}, context)
    assert outcome.content == "☑ Read"
    assert (await tool.execute({"todos": []}, context)).content == "The task list is empty."
    assert tool.items == ()


async def test_several_tasks_in_progress_are_warned_about(context):
    twice = [{**task, "status": "in_progress"} for task in TODOS]
    content = (await TodoTool().execute({"todos": twice}, context)).content
    assert content.endswith("Warning: 3 tasks are in_progress; keep exactly one.")


@pytest.mark.parametrize(
    "written",
    [
        json.dumps(TODOS),
        {"todos": TODOS},
        json.dumps({"todos": TODOS}),
        [json.dumps(task) for task in TODOS],
        [{"id": str(number), "priority": "high", **task} for number, task in enumerate(TODOS)],
        [{**task, "status": task["status"].replace("_", "-").upper()} for task in TODOS],
    ],
)
async def test_what_models_write_instead_is_understood(context, written):
    assert (await TodoTool().execute({"todos": written}, context)).content == LINES


async def test_without_an_active_form_the_content_serves(context):
    task = {"content": "Do", "status": "in_progress"}
    assert (await TodoTool().execute({"todos": [task]}, context)).content == "▶ Do"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("not json", "list of tasks"),
        (None, "list of tasks"),
        ({"a": 1}, "list of tasks"),
        ([3], "task 1"),
        ([TODOS[0], {"content": " ", "status": "pending"}], "task 2: content"),
        ([{"content": "a", "status": "doing"}], "task 1: status"),
        ([{"content": "a", "status": "pending", "activeForm": 3}], "task 1: activeForm"),
        ([TODOS[0]] * 101, "100 tasks"),
        ("[" * 100_000, "list of tasks"),
    ],
)
async def test_a_wrong_list_is_refused_and_the_old_one_stays(context, written, said):
    tool = TodoTool()
    await tool.execute({"todos": TODOS}, context)
    with pytest.raises(ToolInputError, match=said):
        await tool.execute({"todos": written}, context)
    assert len(tool.items) == 3
    assert tool.describe({"todos": written}) == ""


def test_it_is_one_list_with_one_lock_for_the_whole_conversation(context):
    tool = TodoTool()
    assert tool.lock_key({}, context.launch_folder) == "todowrite"
    assert tool.describe({"todos": TODOS}) == "1/3"
    assert (tool.spec.name, tool.kind, tool.default_permission) == ("TodoWrite", "think", "auto")
