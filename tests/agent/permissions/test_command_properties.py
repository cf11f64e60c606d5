"""Whatever a denied command is wrapped in, it is never allowed; and no text breaks the judge."""

import shlex
import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from maia.agent.permissions.command_folders import Places
from maia.agent.permissions.command_verdict import judge_command
from maia.agent.permissions.rules import read_rules
from maia.workspace.shell.runner_table import CODE_PROGRAMS, INTERPRETERS, RUNNERS, SHELLS

HERE = Path(tempfile.gettempdir())
PLACES = Places(HERE, HERE, HERE)
ONE_WORD = (
    "echo",
    "cat",
    "ls",
    "git",
    "find",
    "sort",
    "fd",
    "jobs",
    "true",
    "test",
    "printf",
    "export",
)
NAMES = sorted({*RUNNERS, *SHELLS, *INTERPRETERS, *CODE_PROGRAMS, *ONE_WORD})
GENEROUS = [*(f"Bash({name} *)" for name in NAMES), "Redirect"]


class Paths:
    """No rule on paths but, among `allow`, one on every redirection."""

    def __init__(self, allow):
        self.writes = ("allow", "Redirect") if "Redirect" in allow else ("ask", "")

    def judge(self, path, act):
        return self.writes if act == "write" else ("ask", "")


def verdict(command, allow):
    rules = read_rules({"allow": allow, "deny": ["Bash(rm *)", "Bash(curl *)"]}, "test")
    return judge_command(command, rules, PLACES, Paths(allow)).decision


DENIED = (
    *("rm -rf x", "curl http://h", "/bin/rm x", "\\rm x", "r''m x", '"rm" x', "$'rm' x", "FOO=1 rm x"),
    *("rm$IFS-rf", "$'\\x72m' x", "rm\tx", "{rm,x}", "r\\\nm x", "LC_ALL=C curl h"),
)  # fmt: skip
AROUND = (
    *("{}", "ls; {}", "ls && {}", "ls || {}", "ls | {}", "ls & {}", "ls\n{}", "{}; ls", "{} | ls", "{} &"),
    *("({})", "{{ {}; }}", "! {}", "time {}", "coproc {}", "if {}; then ls; fi", "if ls; then {}; fi"),
    *("if ls; then ls; else {}; fi", "while {}; do ls; done", "until ls; do {}; done", "for f in a; do {}; done"),
    *("case a in a) {};; esac", "case $({}) in a) ls;; esac", "select x in a; do {}; done", "f() {{ {}; }}; f"),
    *("echo $({})", 'echo "$({})"', "cat <({})", "ls > >({})", "ls > $({})", "x=$({})", "x=$({}) ls", "a[$({})]=1"),
    *("echo ${{x:-$({})}}", "[[ a == $({}) ]]", "echo $((a[$({})]))", "cat <<E\n$({})\nE", "cat <<< $({})"),
    *("cat <<'E'\n$(ls)\nE\n{}", "cat <<-E\n\t$({})\n\tE\n", "# ls\n{}", "export x=$({})", "declare -a x=($({}))"),
    *("ls # a\n{}", "ls '#' ; {}", "{} 2>&1", "{} > /dev/null", "> x {}", "nohup nice -n 5 {}"),
)  # fmt: skip
BEHIND = (
    *("xargs", "xargs -0 -n 1", "xargs -I{}", "env", "env -i A=1", "sudo", "sudo -u root", "doas", "nohup"),
    *("timeout 5", "timeout -k 1 5", "nice -n 5", "ionice -c 3", "stdbuf -o0", "setsid", "flock f", "chroot /"),
    *("busybox", "command", "command -p", "exec", "builtin", "eval", "watch", "find . -exec", "fd x -x"),
    *("strace -f", "docker run img", "docker exec c", "npx", "uvx", "ssh h", "parallel", "entr", "unshare -r"),
    *("systemd-run", "git bisect run", "jobs -x", "fakeroot", "catchsegv", "xargs env nice", "script -c"),
)  # fmt: skip
PAYLOADS = (
    *("sh -c {}", "bash -lc {}", "bash -c -x {}", "zsh -c {}", "eval {}", "env -S {}", "su -c {}", "su root -c {}"),
    *("flock f -c {}", "watch {}", "trap {} EXIT", "script -c {}", "ssh h {}", "ssh -p 2 h {}", "xargs sh -c {}"),
    *("find . -exec sh -c {} \\;", "timeout 5 bash -c {}", "tmux new {}", "git submodule foreach {}"),
)  # fmt: skip


def in_backticks(command):
    escaped = command.replace("\\", "\\\\").replace("`", "\\`").replace("$", "\\$")
    return f"echo `{escaped}`"


def around(template):
    return template.format


def payload(template):
    return lambda command: template.format(shlex.quote(command))


WRAPPERS = st.one_of(
    st.sampled_from(AROUND).map(around),
    st.sampled_from(PAYLOADS).map(payload),
    st.just(in_backticks),
)
PLAIN = tuple(
    command
    for command in DENIED
    if command[0] != "{" and not command.startswith(("FOO", "LC_")) and "\\\n" not in command
)


@st.composite
def wrapped(draw):
    command = draw(st.sampled_from(DENIED))
    if command in PLAIN and draw(st.booleans()):
        command = f"{draw(st.sampled_from(BEHIND))} {command}"
    for wrap in draw(st.lists(WRAPPERS, max_size=4)):
        command = wrap(command)
    return command


@pytest.mark.parametrize("allow", [GENEROUS, ["Bash", "Redirect"], ["Bash(*)", "Redirect"]])
@settings(max_examples=300, deadline=None)
@given(command=wrapped())
def test_a_denied_command_is_never_allowed_whatever_is_around_it(allow, command):
    assert verdict(command, allow) != "allow"


@pytest.mark.parametrize("behind", BEHIND)
@pytest.mark.parametrize("command", ["rm -rf x", "/bin/rm x", "curl h"])
def test_a_denied_command_behind_a_runner_is_denied(behind, command):
    assert verdict(f"{behind} {command}", GENEROUS) == "deny"


@pytest.mark.parametrize("template", PAYLOADS)
def test_a_denied_command_in_a_text_that_is_run_is_denied(template):
    assert verdict(template.format(shlex.quote("ls; rm x")), GENEROUS) == "deny"


@pytest.mark.parametrize("template", [each for each in AROUND if "$((" not in each])
def test_a_denied_command_inside_any_construction_is_denied(template):
    assert verdict(template.format("rm -rf x"), GENEROUS) == "deny"


@settings(max_examples=600, deadline=None)
@given(st.text(alphabet=" \n\t;&|<>(){}[]$`'\"\\#=!*?~-+@:/.,%^0aErm\x00é\u200b", max_size=60))
@example("$((" * 100)
@example("((" * 100)
@example("${x:-" * 200)
@example('"$(' * 300)
@example("`\\`" * 100)
@example("<<E" * 50)
@example("case x in a) " * 100)
@example("[[ " * 100)
@example("\ud800")
def test_no_text_breaks_the_judge(text):
    assert verdict(text, []) in ("ask", "deny")


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        ("echo " + "a" * 1_000_000 + "; rm x", "deny"),
        ("rm x " + "a " * 500_000, "deny"),
        ("ls; " * 10_000, "ask"),
        ("true; " * 10_000 + "rm x", "deny"),
        ("(" * 200 + "rm x" + ")" * 200, "deny"),
        ("echo $(" * 200 + "rm x" + ")" * 200, "deny"),
        ("{ " * 200 + "rm x" + "; }" * 200, "deny"),
        ("if ls; then " * 200 + "rm x" + "; fi" * 200, "deny"),
        ("env " * 2_000 + "rm x", "deny"),
        ("sh -c " * 200 + "ls", "ask"),
        ("$(" * 500_000, "ask"),
        ("ls|" * 3_000 + "ls", "ask"),
    ],
    ids=lambda value: value[:8].strip() or "blank",
)
def test_the_largest_texts_get_an_answer_and_are_never_allowed(command, wanted):
    assert verdict(command, GENEROUS) == wanted


def test_a_recursion_limit_that_is_near_is_no_failure():
    def deep(levels):
        return deep(levels - 1) if levels else verdict("echo $(" * 35 + "ls" + ")" * 35, GENEROUS)

    assert deep(700) == "ask"
