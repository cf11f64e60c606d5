"""What requests cost, and how much a day."""

from datetime import date

import pytest

from maia.agent.contracts.model import ModelFacts, Usage
from maia.agent.sessions.spending import SpendingLedger, Spent, spent_on

PRICED = ModelFacts(input_price=2e-6, output_price=10e-6, cached_price=0.5e-6)
DAY = date(2026, 12, 1)


def test_input_output_and_cached_input_have_their_prices() -> None:
    spent = spent_on(Usage(1_000_000, 100_000, cached_tokens=400_000), PRICED)
    assert spent.cost == pytest.approx(1.2 + 0.2 + 1.0)
    assert (spent.requests, spent.unpriced) == (1, 0)


def test_reasoning_is_paid_for_as_output() -> None:
    spent = spent_on(Usage(0, 1_000, 9_000), PRICED)
    assert spent.output_tokens == 10_000
    assert spent.cost == pytest.approx(0.1)


def test_without_a_price_for_cached_input_it_costs_as_other_input() -> None:
    facts = ModelFacts(input_price=1e-6, output_price=1e-6)
    assert spent_on(Usage(1_000_000, 0, cached_tokens=500_000), facts).cost == pytest.approx(1.0)


@pytest.mark.parametrize("facts", [ModelFacts(), ModelFacts(input_price=1e-6)])
def test_a_request_without_a_known_price_is_counted_as_such(facts: ModelFacts) -> None:
    assert spent_on(Usage(10, 20), facts) == Spent(1, 10, 20, 0, 0.0, 1)


def test_a_day_is_the_sum_of_its_requests(tmp_path) -> None:
    ledger = SpendingLedger(tmp_path / "spending")
    ledger.add(DAY, Spent(1, 10, 1, cost=0.5))
    ledger.add(DAY, Spent(1, 20, 2, unpriced=1))
    ledger.add(date(2026, 12, 2), Spent(1, 1000, 1))
    assert ledger.of(DAY) == Spent(2, 30, 3, 0, 0.5, 1)
    assert ledger.of(date(2026, 11, 30)) == Spent()


def test_a_line_that_was_cut_costs_only_itself(tmp_path) -> None:
    ledger = SpendingLedger(tmp_path)
    ledger.add(DAY, Spent(1, 10, 1))
    with (tmp_path / "2026-12-01.jsonl").open("ab") as file:
        file.write(b'{"requests":1,"inpu\n')
    ledger.add(DAY, Spent(1, 5, 1))
    assert ledger.of(DAY) == Spent(2, 15, 2)


def test_the_ledger_is_the_users_alone(tmp_path) -> None:
    ledger = SpendingLedger(tmp_path / "spending")
    ledger.add(DAY, Spent(1))
    assert (tmp_path / "spending").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "spending" / "2026-12-01.jsonl").stat().st_mode & 0o777 == 0o600
