import pytest

from maia.agent.context.maximum import KNOWN_MODELS, QUESTION, known_maximum
from maia.agent.context.token_numbers import PLAUSIBLE, parse_token_count


@pytest.mark.parametrize(
    "name", ["", "/", "my-model", "foo3", "o30", "gpt-4.7", "gpt-5.9", "gpt-4o/unknown", "xgpt-4o"]
)
def test_an_unknown_model_has_no_size(name):
    assert known_maximum(name) is None


@pytest.mark.parametrize(
    ("name", "tokens"),
    [
        ("gpt-4o", 128_000),
        ("GPT-4o-mini-2024-07-18", 128_000),
        ("openai/gpt-4.1-nano", 1_047_576),
        ("gpt-4", 8_192),
        ("gpt-4-turbo-preview", 128_000),
        ("azure/eu/o3-mini", 200_000),
        ("gpt-5-mini", 272_000),
        ("gpt-5-chat-latest", 128_000),
        ("bedrock/us.anthropic.claude-3-5-sonnet-20241022-v2:0", 200_000),
        ("anthropic/claude-opus-4", 200_000),
        ("anthropic.claude-v2", 100_000),
        ("vertex_ai/gemini-2.5-pro", 1_048_576),
        ("meta-llama/Llama-3.3-70B-Instruct", 131_072),
        ("meta-llama/Llama-3-8B", 8_192),
        ("Qwen/Qwen2.5-Coder-7B-Instruct", 32_768),
        ("mistral-large-latest", 131_072),
    ],
)
def test_a_known_family_has_its_size(name, tokens):
    assert known_maximum(name) == tokens


def test_the_table_is_written_as_it_is_searched():
    assert all(name == name.lower() and "/" not in name for name in KNOWN_MODELS)
    assert all(tokens in PLAUSIBLE for tokens in KNOWN_MODELS.values())
    assert all(known_maximum(name) == tokens for name, tokens in KNOWN_MODELS.items())


def test_the_question_is_that_of_the_specification_and_answers_nothing_itself():
    asked = QUESTION.text("fr", "maximum")
    assert asked.startswith(
        "Taille maximale du contexte pour ce modèle, en tokens ? Réponds uniquement par un nombre "
        "entier"
    )
    assert parse_token_count(asked) is None
    assert parse_token_count(QUESTION.text("en", "maximum")) is None
