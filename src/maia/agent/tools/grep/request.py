"""What one call of Grep asks for, read from its arguments."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from maia.agent.tools.grep.pattern import MAX_PATTERN_CHARACTERS
from maia.agent.tools.parameters import Parameters
from maia.i18n import Language

OutputMode: TypeAlias = Literal["files_with_matches", "content", "count"]
OUTPUT_MODES: tuple[OutputMode, ...] = ("files_with_matches", "content", "count")

HEAD_LIMIT = 250
"""Lines or files in one result when the model does not say (spec 8); 0 stands for no limit."""

INPUT_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "pattern": {"type": "string"},
        "path": {"type": "string"},
        "glob": {"type": "string", "description": "e.g. *.py"},
        "output_mode": {"enum": list(OUTPUT_MODES)},
        "-i": {"type": "boolean"},
        "-n": {"type": "boolean", "description": "default true"},
        "-A": {"type": "integer"},
        "-B": {"type": "integer"},
        "-C": {"type": "integer"},
        "head_limit": {"type": "integer", "description": "default 250, 0 = all"},
    },
    "required": ["pattern"],
}


@dataclass(frozen=True, slots=True)
class GrepRequest:
    """One search. `before` and `after` count lines of context; `head_limit` None is no limit."""

    pattern: str
    glob: str | None
    mode: OutputMode
    ignore_case: bool
    numbered: bool
    before: int
    after: int
    head_limit: int | None


def read_request(arguments: Mapping[str, Any], language: Language) -> GrepRequest:
    """The request. Context asked for without an output mode means content. ToolInputError."""
    parameters = Parameters(arguments, language)
    pattern = parameters.text("pattern", "regex", "query")
    if not pattern or len(pattern) > MAX_PATTERN_CHARACTERS:
        raise parameters.invalid("pattern", f"1-{MAX_PATTERN_CHARACTERS}")
    around = parameters.integer("-C", "context", "C", default=0)
    before = parameters.integer("-B", "B", default=around)
    after = parameters.integer("-A", "A", default=around)
    implied: OutputMode = "content" if before or after else "files_with_matches"
    limit = parameters.integer("head_limit", "limit", default=HEAD_LIMIT)
    return GrepRequest(
        pattern=pattern,
        glob=parameters.text("glob", "include", default="").strip() or None,
        mode=cast("OutputMode", parameters.choice("output_mode", OUTPUT_MODES, default=implied)),
        ignore_case=parameters.flag("-i", "i", "ignore_case", "case_insensitive"),
        numbered=parameters.flag("-n", "n", default=True),
        before=before,
        after=after,
        head_limit=limit or None,
    )
