"""A graph as text: the languages of Graphviz and of Mermaid."""

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


def _quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
