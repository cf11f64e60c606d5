"""What the conversation stands on: its system prompt, and the summary it may have begun with."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from maia.agent.context.project_memory import Instructions, instructions_notice, read_instructions
from maia.agent.context.system_prompt import system_prompt
from maia.agent.contracts.events import Notice
from maia.i18n import Language


@dataclass(slots=True)
class Standing:
    """The system prompt as it is now, built again when what it is made of changes.

    `start_context` is the summary that stands in the place of the project's instructions after a
    compaction (spec 14.1).
    """

    language: Language
    launch_folder: Path
    start_context: str | None = None
    system: str = ""

    def build(self, start_context: str | None = None) -> Notice | None:
        """Read the project's instructions and build the prompt; what there is to say of them.

        Blocks while the disk does.
        """
        self.start_context = start_context
        if start_context is not None:
            self.system = system_prompt(
                self.language, self.launch_folder, start_context=start_context
            )
            return None
        found = read_instructions(self.launch_folder)
        instructions = found if isinstance(found, Instructions) else None
        self.system = system_prompt(self.language, self.launch_folder, instructions)
        return instructions_notice(found)

    async def rebuild(self, start_context: str | None = None) -> Notice | None:
        """The same in a thread."""
        return await asyncio.to_thread(self.build, start_context)
