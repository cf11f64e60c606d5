import json

from maia.agent.tools.current_model import CurrentModelTool
from maia.agent.tools.fetch import FetchTool
from maia.agent.tools.glob import GlobTool
from maia.agent.tools.grep import GrepTool
from maia.agent.tools.todo import TodoTool

SIZE = 2600  # bytes of JSON that these five may take of every request


def test_the_five_small_tools_take_little_of_every_request():
    tools = [
        {
            "type": "function",
            "function": {
                "name": tool.spec.name,
                "description": tool.spec.description,
                "parameters": tool.spec.input_schema,
            },
        }
        for tool in (GlobTool(), GrepTool(), TodoTool(), FetchTool(), CurrentModelTool())
    ]
    assert len(json.dumps(tools, separators=(",", ":"))) < SIZE
