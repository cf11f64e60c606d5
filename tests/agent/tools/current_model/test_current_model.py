from maia.agent.contracts.tools import ToolContext
from maia.agent.tools.current_model import CurrentModelTool
from maia.testing.memory_blobs import MemoryBlobs
from maia.testing.memory_host import MemoryHost


class ChangingModel:
    model = "first"


async def test_the_model_is_read_at_the_moment_of_the_call(tmp_path):
    model = ChangingModel()
    tool = CurrentModelTool()
    context = ToolContext(tmp_path, MemoryHost(), model, MemoryBlobs())
    assert (await tool.execute({}, context)).content == "first"
    model.model = "second"
    assert (await tool.execute({"any": 1}, context)).content == "second"
    assert tool.describe({}) == ""
    assert tool.lock_key({}, tmp_path) is None
    assert (tool.spec.name, tool.default_permission) == ("CurrentModel", "auto")
