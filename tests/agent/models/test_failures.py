from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from maia.agent.contracts.errors import ContextTooLong, HttpRefused, RateLimited, StreamFailed
from maia.agent.models.failures import refusal, stream_error

URL = "http://server/chat"


@pytest.mark.parametrize(
    "said",
    [
        "input is too long for requested model",
        "prompt is too long: 215017 tokens > 200000 maximum",
        '{"error":{"code":"context_length_exceeded"}}',
        "This model's maximum context length is 8192 tokens. However, you requested 9000",
        "litellm.ContextWindowExceededError: litellm.BadRequestError",
        "the request exceeds the available context size. try increasing the context size",
        "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
        "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        "Please reduce the length of the messages or completion.",
        "Your input exceeds the context window of this model.",
        "The number of tokens to keep is greater than the context length. Load the model with a",
        "Trying to keep the first 12000 tokens when context the overflows.",
        "prompt token count of 200000 exceeds the limit of 128000",
        "invalid params, context window exceeds limit (2013)",
        "Your request exceeded model token limit: 131072 (requested: 140000)",
        "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
        "The decoder prompt (length 9000) is longer than the maximum model length of 8192.",
        "The prompt (total length 9000) is too long to fit into the model",
        "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens",
        "Input validation error: `inputs` must have less than 4095 tokens. Given: 5000",
        "too many tokens: total number of tokens in the prompt cannot exceed 4081",
        "Range of input length should be [1, 30720]",
        "the number of input tokens 5000 cannot exceed the total tokens limit 4096",
        "Input tokens exceed the configured limit of 272000 tokens.",
        "Input length 9000 exceeds the maximum allowed length 8192",
        "Your prompt has 300000 tokens, but the model's context window is 200000 tokens",
        "This request would exceed the model's context window",
        "prompt too long; exceeded max context length by 12 tokens",
        "model_context_window_exceeded",
    ],
)
@pytest.mark.parametrize("status", [400, 413, 429, 500])
def test_the_usual_phrases_of_a_conversation_that_does_not_fit(said, status):
    error = refusal(URL, status, {}, said)
    assert type(error) is ContextTooLong
    assert error.values == {"url": URL, "status": status, "body": said}
    assert type(stream_error(URL, {"message": said})) is ContextTooLong


@pytest.mark.parametrize(
    ("status", "said", "kind"),
    [
        (429, "slow down", RateLimited),
        (429, "Request too large for gpt in organization on tokens per min (TPM)", RateLimited),
        (503, "litellm.RateLimitError: no deployments available", RateLimited),
        (429, "Too many tokens, please wait before trying again.", RateLimited),
        (429, "would exceed your rate limit of 30,000 input tokens per minute", RateLimited),
        (429, "Quota exceeded for metric free_tier_input_token_count, limit: 250000", RateLimited),
        (413, "", ContextTooLong),
        (413, "<html>413 Request Entity Too Large</html>", ContextTooLong),
        (400, "max_tokens is too large: 99999", HttpRefused),
        (400, "max_tokens: 9000 > 8192, the maximum allowed number of output tokens", HttpRefused),
        (400, "tools.0.name exceeds the limit of 64 characters", HttpRefused),
        (401, "Invalid key. prompt is too long", HttpRefused),
        (404, "rate limit", HttpRefused),
        (500, "boom", HttpRefused),
        (302, "", HttpRefused),
    ],
)
def test_other_refusals(status, said, kind):
    assert type(refusal(URL, status, {}, said)) is kind


def test_where_a_redirection_leads_is_said():
    headers = {"location": "https://login.example/"}
    assert refusal(URL, 307, headers, "").values["body"] == "Location: https://login.example/"
    assert refusal(URL, 307, headers, "moved").values["body"].endswith("/\nmoved")
    assert refusal(URL, 500, headers, "boom").values["body"] == "boom"


def test_the_first_500_characters_are_kept():
    assert refusal(URL, 500, {}, "  " + "é" * 501).values["body"] == "é" * 500


def test_when_to_come_back():
    def wait(value):
        return refusal(URL, 429, {"retry-after": value}, "").values["retry_after"]

    assert [wait(value) for value in ("7", "0.2", "-3", "", "soon", "inf", "nan")] == [
        7,
        1,
        0,
        "?",
        "?",
        "?",
        "?",
    ]
    relayed = {"llm_provider-retry-after": "7"}
    assert refusal(URL, 429, relayed, "").values["retry_after"] == 7
    in_a_minute = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    assert 50 <= wait(in_a_minute) <= 60
    assert wait("Wed, 21 Oct 2015 07:28:00 GMT") == 0


@pytest.mark.parametrize(
    ("error", "message"),
    [
        ("boom", "boom"),
        ({"message": "boom"}, "boom"),
        ({"detail": "boom"}, "boom"),
        ({"code": 3}, '{"code": 3}'),
        (["boom"], '["boom"]'),
        (True, "true"),
        ({"message": "a\ud83d"}, "a\ufffd"),
    ],
)
def test_an_error_in_a_stream_says_what_it_can(error, message):
    said = stream_error(URL, error)
    assert type(said) is StreamFailed
    assert said.values == {"message": message}
