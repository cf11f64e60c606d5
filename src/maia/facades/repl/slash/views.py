"""/help, /tools, /config, /cost, /diff, /copy: what there is to see."""

import asyncio

from maia.agent.contracts.messages import TextBlock
from maia.facades.commands import commands_of
from maia.facades.repl.previews import Previews
from maia.facades.repl.slash.desk import Desk
from maia.facades.shown_text import one_line
from maia.workspace.terminal_text import visible

_WIDTH = 120
_DIFF_LINES = 400


def show_help(desk: Desk) -> None:
    """The commands, then the keys."""
    lines: list[str] = []
    for command in commands_of("repl"):
        form = f"/{command.name} {command.argument}".strip()
        lines.append(f"  {form:<16} {desk.say(command.help_key)}\n")
    lines.append(f"  {'!':<16} {desk.say('repl.help_shell')}\n")
    lines.append(f"  {'@':<16} {desk.say('repl.help_file')}\n")
    keys = desk.say("repl.help_keys") if desk.is_live else ""
    lines += [f"  {line}\n" for line in keys.split("\n") if line]
    desk.write("".join(lines))


def show_tools(desk: Desk) -> None:
    """The tools of the model, each with the first line of what it is told of it."""
    lines = [
        f"  {one_line(spec.name, _WIDTH):<14} {one_line(spec.description, _WIDTH)}\n"
        for spec in desk.conversation.tools
    ]
    desk.write("".join(lines))


def show_config(desk: Desk) -> None:
    """Each setting that counts, and where it comes from."""
    desk.write("".join(f"  {line}\n" for line in desk.services.config_lines()))


async def show_cost(desk: Desk) -> None:
    """What the last request, the session and the day cost."""
    meter = desk.conversation.meter
    today = await asyncio.to_thread(meter.today)
    rows = [("repl.cost_request", meter.request), ("repl.cost_session", meter.session)]
    rows += [("repl.cost_today", today)] if today is not None else []
    text = ""
    for key, spent in rows:
        values = {
            "requests": spent.requests,
            "input": _number(spent.input_tokens),
            "output": _number(spent.output_tokens),
            "cached": _number(spent.cached_tokens),
        }
        money = ""
        if spent.requests > spent.unpriced:
            at_least = "≥ " if spent.unpriced else ""
            money = f" · {at_least}${spent.cost:.4f}"
        elif spent.requests:
            money = f" · {desk.say('repl.cost_unpriced')}"
        text += f"  {desk.say(key):<18} {desk.say('repl.cost', **values)}{money}\n"
    desk.write(text)


async def show_diff(desk: Desk) -> None:
    """What this session changed in files."""
    changes = await desk.conversation.file_changes()
    if changes is None:
        desk.tell("warning", "repl.no_checkpoints")
        return
    if not changes:
        desk.tell("info", "repl.no_changes")
        return
    previews = Previews(desk.catalogue, desk.style)
    for change in changes:
        head = desk.style.strong(visible(change.path))
        notes = "".join(f"  {desk.style.dim(desk.say(key))}\n" for key in change.notes)
        diff = previews.diff(change.diff, _DIFF_LINES) if change.diff else ""
        desk.write(f"{head}\n{notes}{diff}")


def copy_answer(desk: Desk) -> None:
    """Put the last answer on the clipboard."""
    for message in reversed(desk.conversation.state.messages):
        if message.role == "assistant":
            said = "\n\n".join(b.text for b in message.content if isinstance(b, TextBlock))
            if said.strip():
                copied = desk.services.copy(said)
                key = "repl.copied" if copied else "repl.not_copied"
                desk.tell("info" if copied else "warning", key, count=len(said))
                return
    desk.tell("info", "repl.nothing_to_copy")


def _number(count: int) -> str:
    return f"{count:,}".replace(",", "\u202f")
