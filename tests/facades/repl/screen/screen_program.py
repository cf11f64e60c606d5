"""What the tests in tmux run: a loop that answers requests, on the screen that is asked for."""

import asyncio
import os
import signal
from pathlib import Path

from maia.facades.repl.leaving import LeaveError
from maia.facades.repl.screen.choice import Choice
from maia.facades.repl.screen.setup import ScreenSetup
from maia.facades.repl.signals import interrupts_to, leave_on_signals
from maia.facades.repl.style import Style
from maia.i18n import Catalogue


def screen_to_use():
    setup = ScreenSetup(
        style=Style(colour=True),
        catalogue=Catalogue("fr"),
        draw_context=lambda _columns: "\x1b[32m■■\x1b[0m 20k",
    )
    if os.environ.get("MAIA_PLAIN"):
        from maia.facades.repl.screen.plain import PlainScreen

        return PlainScreen(setup)
    from maia.facades.repl.screen.live import LiveScreen

    return LiveScreen(setup)


async def stream(screen, *, holds):
    """Words until Ctrl+C; one that holds says nothing more after its first lines."""
    stopped = asyncio.Event()
    screen.on_interrupt(stopped.set)
    screen.set_status("En réflexion", busy=not holds)
    said = ""
    while not stopped.is_set():
        said += "mot mot mot\n" if said.endswith("mot ") else "mot "
        screen.show_open_block(said)
        await (stopped.wait() if holds and said.count("\n") > 9 else asyncio.sleep(0.005))
    screen.on_interrupt(None)
    screen.show_open_block("")
    screen.set_status("", busy=False)
    screen.write("interrupted\n")


async def turn(screen, text):
    if text == "ask":
        answer = await screen.ask_key("Autoriser ?", "(o/n)", lambda typed: typed.strip() or None)
        screen.write(f"answer {answer}\n")
    elif text == "list":
        chosen = await screen.choose("Modèle", [Choice(f"m{number}") for number in range(20)])
        screen.write(f"chosen {chosen}\n")
    elif text == "crash":
        raise RuntimeError("as asked for")
    elif text in ("stream", "hold"):
        await stream(screen, holds=text == "hold")
    elif text.startswith("log "):
        screen.write("".join(f"line {number:03}\n" for number in range(int(text[4:]))))
    else:
        screen.write(f"got {len(text)}: {text[:20]}\n")


async def main():
    with leave_on_signals(signal.SIGTERM, signal.SIGHUP) as signalled:
        screen = screen_to_use()
        try:
            with interrupts_to(screen.interrupt):
                async with screen:
                    screen.write("MAIA\n")
                    while True:
                        await turn(screen, await screen.read_request("Votre demande"))
        except LeaveError:
            screen.write("left\n")
        except asyncio.CancelledError:
            if not signalled():
                raise
            screen.write("signalled\n")


Path(os.environ["SCREEN_PID"]).write_text(str(os.getpid()))
asyncio.run(main())
