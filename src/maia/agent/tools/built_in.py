"""The nine tools, in the order they are declared to the model (spec 8)."""

from maia.agent.contracts.tools import Tool
from maia.agent.tools.current_model import CurrentModelTool
from maia.agent.tools.edit import EditTool
from maia.agent.tools.fetch import FetchTool
from maia.agent.tools.glob import GlobTool
from maia.agent.tools.grep import GrepTool
from maia.agent.tools.ledger import FileLedger
from maia.agent.tools.read import ReadTool
from maia.agent.tools.shell import ShellTool
from maia.agent.tools.todo import TodoTool
from maia.agent.tools.write import WriteTool


def built_in_tools() -> tuple[Tool, ...]:
    """New tools for one conversation; those that read and write files share what was seen."""
    ledger = FileLedger()
    return (
        ReadTool(ledger),
        GlobTool(),
        GrepTool(),
        WriteTool(ledger),
        EditTool(ledger),
        ShellTool(),
        TodoTool(),
        FetchTool(),
        CurrentModelTool(),
    )
