import asyncio
import threading

import pytest

from maia.agent.tools.worker_thread import run_in_thread


async def test_the_result_and_the_error_of_the_work_come_back():
    def fail(_cancelled):
        raise ValueError("x")

    assert await run_in_thread(lambda _cancelled: 3) == 3
    with pytest.raises(ValueError, match="x"):
        await run_in_thread(fail)


async def test_a_cancelled_call_ends_its_work_before_it_returns():
    begun = asyncio.Event()
    ended = threading.Event()
    loop = asyncio.get_running_loop()

    def work(cancelled):
        loop.call_soon_threadsafe(begun.set)
        while not cancelled():
            pass
        ended.set()

    task = asyncio.create_task(run_in_thread(work))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()
