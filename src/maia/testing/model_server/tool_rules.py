"""What the declared tools of a request must be."""

import re
from typing import Any, cast

NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
TYPES = frozenset(("object", "array", "string", "number", "integer", "boolean", "null"))


def tool_violations(tools: object) -> list[str]:
    """Every rule that the tool list breaks, in words."""
    if not isinstance(tools, list) or not tools:
        return ["tools is not a non-empty list (leave it out when there are none)"]
    found: list[str] = []
    names: set[str] = set()
    for position, tool in enumerate(cast("list[Any]", tools)):
        where = f"tools[{position}]"
        function = cast("dict[str, Any]", tool).get("function") if isinstance(tool, dict) else None
        if not isinstance(function, dict) or cast("dict[str, Any]", tool).get("type") != "function":
            found.append(f"{where} is not {{type: function, function: {{...}}}}")
            continue
        found += _function_violations(cast("dict[str, Any]", function), where, names)
    return found


def _function_violations(function: dict[str, Any], where: str, names: set[str]) -> list[str]:
    found: list[str] = []
    name = function.get("name")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        found.append(f"{where} has a wrong name: {name!r}")
    elif name in names:
        found.append(f"{where} has the name of another tool: {name!r}")
    else:
        names.add(name)
    if not isinstance(function.get("description"), str) or not function["description"].strip():
        found.append(f"{where} has no description")
    parameters = function.get("parameters")
    if (
        not isinstance(parameters, dict)
        or cast("dict[str, Any]", parameters).get("type") != "object"
    ):
        return [*found, f"{where}.parameters is not a JSON Schema of type object"]
    return found + schema_violations(cast("dict[str, Any]", parameters), f"{where}.parameters")


def schema_violations(schema: dict[str, Any], where: str) -> list[str]:
    """What is wrong with a JSON Schema, and with those inside it."""
    found: list[str] = []
    kind = schema.get("type")
    kinds = cast("list[Any]", kind) if isinstance(kind, list) else [kind]
    if kind is None:
        if not any(key in schema for key in ("enum", "const", "anyOf", "oneOf", "allOf", "$ref")):
            found.append(f"{where} has no type")
    elif not kinds or any(one not in TYPES for one in kinds):
        found.append(f"{where} has an unknown type: {kind!r}")
    if "enum" in schema and not (isinstance(schema["enum"], list) and schema["enum"]):
        found.append(f"{where}.enum is not a non-empty list")
    if not isinstance(schema.get("description", ""), str):
        found.append(f"{where}.description is not text")
    if "array" in kinds and "items" not in schema:
        found.append(f"{where} is an array without items")
    return found + _inner_violations(schema, where)


def _inner_violations(schema: dict[str, Any], where: str) -> list[str]:
    found: list[str] = []
    properties = schema.get("properties", {})
    if not isinstance(properties, dict):
        return [f"{where}.properties is not an object"]
    required = schema.get("required", [])
    if not isinstance(required, list):
        found.append(f"{where}.required is not a list")
    else:
        found += [
            f"{where}.required names {name!r}, which is not a property"
            for name in cast("list[Any]", required)
            if name not in properties
        ]
    inner = {f"{where}.{name}": part for name, part in cast("dict[str, Any]", properties).items()}
    if "items" in schema:
        inner[f"{where}.items"] = schema["items"]
    for key in ("anyOf", "oneOf", "allOf"):
        for position, part in enumerate(schema.get(key, [])):
            inner[f"{where}.{key}[{position}]"] = part
    for place, part in inner.items():
        if isinstance(part, dict):
            found += schema_violations(cast("dict[str, Any]", part), place)
        else:
            found.append(f"{place} is not a JSON Schema")
    return found
