"""How large the context of a model is, when its server does not say (spec 13.2).

A table of models that are known, and the question to the model itself for the others.
"""

import re

from maia.i18n import Texts

QUESTION_SECONDS = 60
"""How long the model has to answer (spec 23)."""

QUESTION = Texts(
    en={
        "maximum": "Maximum context size for this model, in tokens? Answer with a whole number "
        "only, and no other text.",
    },
    fr={
        "maximum": "Taille maximale du contexte pour ce modèle, en tokens ? Réponds uniquement "
        "par un nombre entier, sans autre texte.",
    },
)
"""What the model is asked, under the key `maximum`."""

_GEMINI = 1_048_576
_LLAMA = _MISTRAL = 131_072

KNOWN_MODELS = {
    "claude": 200_000,
    "claude-2": 100_000,
    "claude-2.1": 200_000,
    "claude-v2": 100_000,
    "claude-instant": 100_000,
    "chatgpt-4o": 128_000,
    "codestral": 32_000,
    "command-a": 256_000,
    "command-r": 128_000,
    "deepseek-chat": 128_000,
    "deepseek-reasoner": 128_000,
    "gemini-1.5-flash": _GEMINI,
    "gemini-1.5-pro": 2 * _GEMINI,
    "gemini-2.0-flash": _GEMINI,
    "gemini-2.5-flash": _GEMINI,
    "gemini-2.5-flash-image": 32_768,
    "gemini-2.5-pro": _GEMINI,
    "gemini-3-pro": _GEMINI,
    "gemini-3-pro-image": 65_536,
    "gemma-2": 8_192,
    "gpt-3.5-turbo": 16_385,
    "gpt-3.5-turbo-instruct": 4_096,
    "gpt-4": 8_192,
    "gpt-4-0125": 128_000,
    "gpt-4-1106": 128_000,
    "gpt-4-32k": 32_768,
    "gpt-4-turbo": 128_000,
    "gpt-4.1": 1_047_576,
    "gpt-4o": 128_000,
    "gpt-5": 272_000,
    "gpt-5-chat": 128_000,
    "gpt-5-pro": 128_000,
    "gpt-5.1": 272_000,
    "gpt-5.1-chat": 128_000,
    "gpt-oss": 131_072,
    "grok-3": 131_072,
    "grok-4": 256_000,
    "grok-code-fast": 256_000,
    "kimi-k2": 131_072,
    "llama-3": 8_192,
    "llama-3.1": _LLAMA,
    "llama-3.2": _LLAMA,
    "llama-3.3": _LLAMA,
    "ministral": _MISTRAL,
    "mistral-large": _MISTRAL,
    "mistral-nemo": _MISTRAL,
    "mixtral-8x22b": 65_536,
    "mixtral-8x7b": 32_768,
    "nova-lite": 300_000,
    "nova-micro": 128_000,
    "nova-pro": 300_000,
    "o1": 200_000,
    "o1-mini": 128_000,
    "o1-preview": 128_000,
    "o3": 200_000,
    "o3-mini": 200_000,
    "o4-mini": 200_000,
    "phi-4": 16_384,
    "qwen2.5": 32_768,
    "qwen3-coder": 262_144,
}
"""Tokens of a request, by a part of the name. Where a family has several sizes, the smallest.

gpt-5 has a window of 400,000, of which a request may fill 272,000: the rest is for the answer. Too
small a number compacts early; too large a one is refused by the server.
"""


def known_maximum(model: str) -> int | None:
    """The size of the model called `model`, its provider in front or not, or None.

    A known name counts where it stands by itself: `o3` is not in `foo3`, nor `gpt-4` in `gpt-4.7`.
    The longest that is there decides.
    """
    name = model.rsplit("/", 1)[-1].lower()
    found = [known for known in KNOWN_MODELS if _names(known, name)]
    return KNOWN_MODELS[max(found, key=len)] if found else None


def _names(known: str, name: str) -> bool:
    return re.search(rf"(?<![a-z0-9]){re.escape(known)}(?![a-z0-9]|\.[0-9])", name) is not None
