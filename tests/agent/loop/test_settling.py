import asyncio
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.events import TextArrived, TurnEnded
from maia.agent.contracts.operations import Interrupt, Submit
from maia.agent.loop.settling import settle
from maia.agent.runtime.assembly import Place, open_conversation
from maia.agent.runtime.settings import load_settings
from maia.testing.model_server import Answer, Delivery


async def test_a_task_that_cleans_up_is_cancelled_once_and_waited_for() -> None:
    steps: list[str] = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            for _ in range(5):
                await asyncio.sleep(0)
            steps.append("cleaned up")
            raise

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    first = asyncio.create_task(settle([task]))
    await asyncio.sleep(0)
    await settle([task])
    await first
    assert steps == ["cleaned up"]
    assert task.cancelled()


async def test_settling_that_is_itself_cancelled_still_waits() -> None:
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            for _ in range(5):
                await asyncio.sleep(0)
            ended.set()

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    settling = asyncio.create_task(settle([task]))
    await asyncio.sleep(0)
    settling.cancel()
    await settling
    assert ended.is_set()


@pytest.mark.parametrize("between", range(6))
async def test_interrupts_in_quick_succession_end_the_stream_of_the_model(
    model_server: Any, home: Path, tmp_path: Path, between: int
) -> None:
    values = """{"LiteLLM_URL": "%s", "OpenAI_EndPoint": "/v1/chat/completions",
    "LiteLLM_Models": "/v1/models"}"""
    (home / ".maia").mkdir()
    (home / ".maia" / "settings.json").write_text(values % model_server.url)
    settings = load_settings(home, tmp_path, {})
    conversation = open_conversation(settings, Place(home, tmp_path, "en"), "scripted-model")
    model_server.script(Answer(("half", "never"), delivery=Delivery(hang_after=2)), Answer("b"))
    async with asyncio.timeout(20):
        await conversation.submit(Submit("go"))
        while not isinstance(await conversation.next_event(), TextArrived):
            pass
        first = asyncio.create_task(conversation.submit(Interrupt()))
        for _ in range(between):
            await asyncio.sleep(0)
        await conversation.submit(Interrupt())
        await first
        while not isinstance(ended := await conversation.next_event(), TurnEnded):
            pass
        assert ended.reason == "interrupted"
        await model_server.chats[0].reached("disconnected")
    await conversation.close()
