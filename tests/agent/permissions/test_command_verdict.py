import json
from pathlib import Path

import pytest

CASES = Path(__file__).resolve().parents[2] / "cases" / "bash"
TABLE = json.loads((CASES / "verdicts.json").read_text("utf-8"))
GROUPS = sorted(path.parent.name for path in CASES.glob("*/input.json"))
ACCEPTED = {
    "deny-or-ask": {"deny", "ask"},
    "ask-or-allow": {"ask", "allow"},
    "allow-or-ask": {"ask", "allow"},
    "allow-if-readonly-list": {"ask"},
}


def test_the_table_is_as_long_as_asked():
    assert len(TABLE["items"]) >= 250
    assert all(item["why"] for item in TABLE["items"])


@pytest.mark.parametrize("item", TABLE["items"], ids=lambda item: ascii(item["command"])[1:60])
def test_verdicts_of_the_table(item, judge):
    verdict = judge(item["command"], **TABLE["rules"])
    assert verdict.decision == item["want"], verdict


def case_items():
    for group in GROUPS:
        case = json.loads((CASES / group / "input.json").read_text("utf-8"))
        rules = {"allow": [], "ask": [], "deny": []}
        for rule in case["rules"]:
            rules[rule["decision"]].append(f"{rule['tool']}({rule['pattern']})")
        for item in case["items"]:
            yield pytest.param(rules, item, id=f"{group} {ascii(item['command'])[1:50]}")


@pytest.mark.parametrize(("rules", "item"), list(case_items()))
def test_verdicts_of_the_public_cases(rules, item, judge):
    verdict = judge(item["command"], **rules)
    accepted = ACCEPTED.get(item["want"], {item["want"]})
    assert verdict.decision in accepted, verdict
    texts = [part.text for part in verdict.parts]
    for wanted in item.get("want_parts", []):
        assert any(text.startswith(wanted) for text in texts), texts
