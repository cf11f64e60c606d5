"""The graph for other programs to draw."""

import json
import re

from maia.codemap.graph.network import Network
from maia.codemap.session.drawing import as_dot, as_mermaid, as_page

EVIL = 'a</script><script>alert("x")</script>'
NETWORK = Network(["b", 'q"uote', EVIL], [("b", 'q"uote', 2.0), (EVIL, "b", 1.0)])
WORDS = {"LANGUAGE": "fr", "FIND": "Chercher", "USES": "Emploie", "USED": "Employé par"}


def test_graphviz_gets_quoted_names() -> None:
    lines = as_dot(NETWORK).splitlines()
    assert '  "b" -> "q\\"uote" [penwidth=1.2];' in lines
    assert lines[0] == "digraph dependencies {"
    assert lines[-1] == "}"


def test_mermaid_gets_numbered_nodes() -> None:
    text = as_mermaid(Network("ab", [("a", "b", 1.0)]))
    assert text == 'flowchart LR\n  n0["a"]\n  n1["b"]\n  n0 --> n1'


def test_a_page_needs_no_network_and_no_name_gets_out_of_its_data() -> None:
    page = as_page(NETWORK, "<title>", WORDS)
    assert not re.search(r"(?:src|href)=|https?://|@[A-Z]+@", page)
    assert page.count("</script>") == 2
    (data,) = re.findall(
        r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL
    )
    assert json.loads(data) == {"nodes": ["b", 'q"uote', EVIL], "edges": [[2, 0, 1.0], [0, 1, 2.0]]}
    assert "<title>&lt;title&gt;</title>" in page
