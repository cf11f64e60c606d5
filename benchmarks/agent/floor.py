"""The floor: a bare script that streams the same replies with httpx, and does nothing with them.

Usage: floor.py URL REQUESTS. Each request carries what an agent's would: the growing conversation.
"""

import asyncio
import json
import sys

import httpx


async def main(url: str, requests: int) -> None:
    messages = [{"role": "user", "content": "go"}]
    async with httpx.AsyncClient() as client:
        for number in range(1, requests + 1):
            body = {"model": "m", "messages": messages, "stream": True}
            async with client.stream("POST", url, json=body, timeout=60) as response:
                async for line in response.aiter_lines():
                    if line.startswith("data: {"):
                        json.loads(line[6:])
            call = {
                "id": f"call_{number}",
                "type": "function",
                "function": {"name": "Bash", "arguments": '{"command": "true"}'},
            }
            messages += [
                {"role": "assistant", "content": None, "tool_calls": [call]},
                {"role": "tool", "tool_call_id": call["id"], "content": "[exit code: 0]"},
            ]


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
