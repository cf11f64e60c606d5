"""The size of a context that a server names when it refuses one that is too long (spec 14.5).

Only what is said to be the maximum counts, never what was asked for; when in doubt, nothing.
"""

import re

from maia.agent.context.token_numbers import PLAUSIBLE

READ_CHARACTERS = 20_000
"""How much of an answer is looked at: it comes from a server."""

_N = r"(?P<n>[0-9][0-9,]*)(?![0-9,]*\.?[0-9])"
_NAMED = tuple(
    re.compile(pattern.replace("<N>", _N), re.IGNORECASE)
    for pattern in (
        r"\bmaximum context length (?:is|of) (?:only )?<N>",  # OpenAI, LiteLLM, vLLM, OpenRouter
        r"\bmodel with <N> maximum context length",  # Mistral
        r"\bmax(?:imum)? (?:prompt|input|model) length (?:is|of) <N>",  # xAI, vLLM
        r"\bmaximum allowed length:? <N>",
        r"\bcontext (?:length|window|size|limit) (?:is|of) (?:only )?<N> tokens",
        r"\bcontext (?:length|window|size) \(<N> tokens\)",  # SGLang, llama.cpp
        r"[0-9] tokens? > <N> maximum",  # Anthropic
        r"\bcontext limit: [0-9,]+ \+ [0-9,]+ > <N>",  # Anthropic
        r"\bn_ctx\W{1,6}<N>",  # llama.cpp, its JSON included
        r"\bmaximum number of (?:input )?tokens allowed \(?<N>",  # Gemini
        r"\bmodel token limit: <N>",  # Moonshot
        r"\bconfigured limit of <N> tokens",  # OpenAI
        r"\btoken count of [0-9,]+ exceeds the limit of <N>",  # Copilot
        r"\bfit into the model \(context length <N>\)",  # vLLM
        r"\btokens\) is too long and exceeds limit of <N>",  # vLLM
        r"\binputs`? must have less than <N> tokens",  # text-generation-inference
        r"\bmax_new_tokens`? must be <= <N>",  # text-generation-inference
        r"\btokens (?:in the prompt |[0-9,]+ )?cannot exceed (?:the total tokens limit )?<N>",
        r"\binput length should be \[[0-9]+, ?<N>\]",  # DashScope
    )
)
_OF_A_RATE = re.compile(r"\bper (?:minute|min|hour|day|second)\b|\b[TR]P[MD]\b", re.IGNORECASE)


def maximum_from_refusal(body: str) -> int | None:
    """The maximum that `body` names; None when it names none, several, or the limit of a rate."""
    said = body[:READ_CHARACTERS]
    if _OF_A_RATE.search(said):
        return None
    named = {
        int(found["n"].replace(",", "")[:12]) for form in _NAMED for found in form.finditer(said)
    }
    value = named.pop() if len(named) == 1 else 0
    return value if value in PLAUSIBLE else None
