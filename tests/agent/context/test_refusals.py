import json

import pytest

from maia.agent.context.refusals import maximum_from_refusal
from maia.agent.contracts.errors import ContextTooLong
from maia.agent.models.failures import refusal

NAMED = [
    (
        (
            "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens "
            "(8000 in the messages, 1000 in the completion). Please reduce the length of the messages"
        ),
        8_192,
    ),
    (
        (
            "This endpoint's maximum context length is 131072 tokens. However, you requested about "
            "140000 tokens"
        ),
        131_072,
    ),
    (
        (
            "litellm.ContextWindowExceededError: litellm.BadRequestError: This model's maximum context "
            "length is 128,000 tokens. However, your messages resulted in 130,500 tokens."
        ),
        128_000,
    ),
    (
        (
            "You passed 9000 input tokens. However, the model's context length is only 8192 tokens, "
            "resulting in a maximum input length of"
        ),
        8_192,
    ),
    ("prompt is too long: 210000 tokens > 200000 maximum", 200_000),
    (
        "input length and `max_tokens` exceed context limit: 198000 + 8192 > 200000, decrease",
        200_000,
    ),
    ("input length and max_tokens exceed context limit: 198 + 8192 > 200000", 200_000),
    (
        "request (5000 tokens) exceeds the available context size (4096 tokens), try increasing",
        4_096,
    ),
    ('{"type":"exceed_context_size_error","n_prompt_tokens":5000,"n_ctx":4096}', 4_096),
    ("the request exceeds the available context size (n_ctx 4096)", 4_096),
    (
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        1_048_576,
    ),
    (
        (
            "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum "
            "context length"
        ),
        32_768,
    ),
    (
        "This model's maximum prompt length is 131072 but the request contains 135000 tokens.",
        131_072,
    ),
    ("Your request exceeded model token limit: 131072 (requested: 140000)", 131_072),
    ("The input (9000 tokens) is longer than the model's context length (8192 tokens).", 8_192),
    ("The decoder prompt (length 9000) is longer than the maximum model length of 8192.", 8_192),
    ("prompt token count of 200000 exceeds the limit of 128000", 128_000),
    ("`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens", 4_096),
    ("too many tokens: total number of tokens in the prompt cannot exceed 4081 - 5000", 4_081),
    ("the number of input tokens 5000 cannot exceed the total tokens limit 4096", 4_096),
    (
        (
            "The prompt (total length 25938) is too long to fit into the model (context length "
            "4096). Make sure that `max_model_len` is no smaller than the number of text tokens"
        ),
        4_096,
    ),
    ("Input prompt (9762 tokens) is too long and exceeds limit of 8192", 8_192),
    ("Input validation error: `inputs` must have less than 4095 tokens. Given: 5000", 4_095),
    ("The input token count exceeds the maximum number of tokens allowed 1048576.", 1_048_576),
    (
        (
            "The number of tokens to keep from the initial prompt is greater than the context length "
            "(n_keep: 9000>= n_ctx: 4096)"
        ),
        4_096,
    ),
    ("Input length (9000 tokens) exceeds model's maximum context length (8192 tokens)", 8_192),
    ("Range of input length should be [1, 30720]", 30_720),
    ("Input tokens exceed the configured limit of 272000 tokens. Your messages resulted", 272_000),
    ("Input length 9000 exceeds the maximum allowed length 8192", 8_192),
    ("Your prompt has 300000 tokens, but the model's context window is 200000 tokens", 200_000),
]


@pytest.mark.parametrize(
    "said",
    [
        "",
        "boom",
        "input is too long for requested model",
        '{"error":{"code":"context_length_exceeded"}}',
        "you requested 9000 tokens",
        "prompt too long; exceeded max context length by 12000 tokens",
        "prompt is too long: 210000 tokens",
        "request (5000 tokens) exceeds the available context size",
        "max_tokens: 9000 > 8192, the maximum allowed number of output tokens",
        "maximum context length is 512 tokens",
        "maximum context length is 9999999999 tokens",
        "maximum context length is 3.5 tokens",
        "maximum context length is " + "9" * 9_000,
        "maximum context length is unknown; 9000 tokens were sent",
        "maximum context length is 8192 tokens; of the other, maximum context length is 4096",
        "token count of 40000 exceeds the limit of 30000 tokens per minute",
        "Limit 30000 TPM: context length (30000 tokens)",
    ],
)
def test_no_maximum_is_named_or_not_surely(said):
    assert maximum_from_refusal(said) is None


@pytest.mark.parametrize(("said", "tokens"), NAMED)
def test_the_maximum_that_a_server_names(said, tokens):
    assert maximum_from_refusal(said) == tokens
    assert maximum_from_refusal(json.dumps({"error": {"message": said}})) == tokens
    assert maximum_from_refusal(f"{said}\n{said}") == tokens


@pytest.mark.parametrize("said", [said for said, _ in NAMED])
def test_each_of_them_is_known_as_a_context_that_is_too_long(said):
    assert type(refusal("http://server", 400, {}, said)) is ContextTooLong
