from maia.agent.contracts.permissions import Allowed, Asked, CallToJudge, Denied
from maia.testing.allowing_gate import AllowingGate


async def test_everything_is_allowed_but_what_the_table_names():
    gate = AllowingGate({"Bash": Asked(), "Write": Denied("Write")})

    calls = [CallToJudge(tool, {}, "ask") for tool in ("Read", "Bash", "Write")]

    assert [await gate.judge(call) for call in calls] == [Allowed(), Asked(), Denied("Write")]
    assert gate.judged == calls
