"""The messages of SCIP that we write (scip.proto of github.com/sourcegraph/scip, version 0.4).

They are described here and made by protobuf at run time: no generated code.
"""

from functools import cache
from typing import Any, Literal

Shape = tuple[int, str, Literal["one", "many"]]
"""Number, type and how many; a type that is a name of this table is a message."""

MESSAGES: dict[str, dict[str, Shape]] = {
    "ToolInfo": {
        "name": (1, "string", "one"),
        "version": (2, "string", "one"),
        "arguments": (3, "string", "many"),
    },
    "Metadata": {
        "version": (1, "int32", "one"),
        "tool_info": (2, "ToolInfo", "one"),
        "project_root": (3, "string", "one"),
        "text_document_encoding": (4, "int32", "one"),
    },
    "Relationship": {
        "symbol": (1, "string", "one"),
        "is_reference": (2, "bool", "one"),
        "is_implementation": (3, "bool", "one"),
        "is_type_definition": (4, "bool", "one"),
        "is_definition": (5, "bool", "one"),
    },
    "SymbolInformation": {
        "symbol": (1, "string", "one"),
        "documentation": (3, "string", "many"),
        "relationships": (4, "Relationship", "many"),
        "kind": (5, "int32", "one"),
        "display_name": (6, "string", "one"),
        "enclosing_symbol": (8, "string", "one"),
    },
    "Occurrence": {
        "range": (1, "int32", "many"),
        "symbol": (2, "string", "one"),
        "symbol_roles": (3, "int32", "one"),
        "enclosing_range": (7, "int32", "many"),
    },
    "Document": {
        "relative_path": (1, "string", "one"),
        "occurrences": (2, "Occurrence", "many"),
        "symbols": (3, "SymbolInformation", "many"),
        "language": (4, "string", "one"),
        "position_encoding": (6, "int32", "one"),
    },
    "Index": {
        "metadata": (1, "Metadata", "one"),
        "documents": (2, "Document", "many"),
        "external_symbols": (3, "SymbolInformation", "many"),
    },
}

UTF_8 = 1
"""TextEncoding.UTF8."""

CODE_POINTS = 3
"""PositionEncoding.UTF32CodeUnitOffsetFromLineStart: columns count characters."""

DEFINITION, IMPORT, WRITE, READ = 1, 2, 4, 8
"""SymbolRole, of which an occurrence may have several."""

KINDS: dict[str, int] = {
    "class": 7,
    "constant": 8,
    "constructor": 9,
    "enum": 11,
    "enum_member": 12,
    "field": 15,
    "function": 17,
    "interface": 21,
    "macro": 25,
    "method": 26,
    "mixin": 53,
    "module": 29,
    "namespace": 30,
    "property": 41,
    "struct": 49,
    "trait": 53,
    "type": 55,
    "union": 59,
    "variable": 61,
}
"""SymbolInformation.Kind; what is not here is left unspecified."""


@cache
def message_class(name: str) -> Any:
    """The class of a message, made once."""
    from google.protobuf import descriptor_pool, message_factory

    pool = descriptor_pool.DescriptorPool()
    pool.Add(_described())
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"scip.{name}"))


def _described() -> Any:
    from google.protobuf.descriptor_pb2 import FieldDescriptorProto as Field
    from google.protobuf.descriptor_pb2 import FileDescriptorProto

    scalars = {"string": Field.TYPE_STRING, "int32": Field.TYPE_INT32, "bool": Field.TYPE_BOOL}
    file = FileDescriptorProto(name="scip.proto", package="scip", syntax="proto3")
    for name, fields in MESSAGES.items():
        message = file.message_type.add(name=name)
        for field_name, (number, kind, count) in fields.items():
            field = message.field.add(name=field_name, number=number)
            field.label = Field.LABEL_REPEATED if count == "many" else Field.LABEL_OPTIONAL
            field.type = scalars.get(kind, Field.TYPE_MESSAGE)
            if kind not in scalars:
                field.type_name = f".scip.{kind}"
    return file
