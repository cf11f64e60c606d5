"""A graph for other programs to draw: Graphviz, Mermaid, a browser."""

import html
import json
from collections.abc import Mapping
from importlib.resources import files

from maia.codemap.graph.network import Network

_WIDEST = 5.0


def as_dot(network: Network[str]) -> str:
    """For Graphviz; the more an arrow stands for, the wider it is."""
    lines = ["digraph dependencies {", "  rankdir=LR;", "  node [shape=box];"]
    lines += [f"  {_quoted(node)};" for node in sorted(network.nodes)]
    for source, target, weight in sorted(network.edges()):
        width = min(_WIDEST, 1 + weight / 10)
        lines.append(f"  {_quoted(source)} -> {_quoted(target)} [penwidth={width:.1f}];")
    return "\n".join([*lines, "}"])


def as_mermaid(network: Network[str]) -> str:
    """For Mermaid; nodes are numbered, since its names take few signs."""
    numbers = {node: number for number, node in enumerate(sorted(network.nodes))}
    lines = ["flowchart LR"]
    for node, number in numbers.items():
        label = node.replace('"', "#quot;").replace("\n", " ")
        lines.append(f'  n{number}["{label}"]')
    lines += [
        f"  n{numbers[source]} --> n{numbers[target]}"
        for source, target, _ in sorted(network.edges())
    ]
    return "\n".join(lines)


def as_page(network: Network[str], title: str, words: Mapping[str, str]) -> str:
    """A page that a browser opens from the disk, without any network.

    `words` are its texts: LANGUAGE, FIND, USES, USED.
    """
    numbers = {node: number for number, node in enumerate(network.nodes)}
    edges = [
        [numbers[source], numbers[target], round(weight, 1)]
        for source, target, weight in sorted(network.edges())
    ]
    data = json.dumps({"nodes": network.nodes, "edges": edges}, ensure_ascii=False)
    # Inside a script element `</` would end it, whatever the names of files are.
    safe = data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    page = (files("maia.codemap.session") / "page.html").read_text(encoding="utf-8")
    for name, text in {"TITLE": title, **words}.items():
        page = page.replace(f"@{name}@", html.escape(text))
    return page.replace("@DATA@", safe)


def _quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
