"""Bash itself as the judge of the analysis: what is allowed runs nothing that was not predicted."""

import json
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from maia.workspace.shell import read_script

pytestmark = [pytest.mark.bwrap, pytest.mark.timeout(120)]

TABLE = Path(__file__).resolve().parents[2] / "cases" / "bash" / "verdicts.json"
ALLOWED = (
    "alpha",
    "beta",
    "echo",
    "printf",
    "cat",
    "git",
    "sort",
    "find",
    "xargs",
    "timeout",
    "env",
)
RULES = {
    "allow": [
        *(f"Bash({name} *)" for name in ALLOWED),
        *("Bash(bash -c *)", "Bash(sh -c *)", "Bash([ *)", "Bash(test *)", "Bash(read *)"),
        *("Bash(export *)", "Bash(declare *)", "Bash(cd *)", "Bash(true)", "Bash(: *)", "Redirect"),
    ],
    "deny": ["Bash(rm *)"],
}
EVIL = ("rm", "id", "curl", "evil")
WORDS = (*EVIL, *ALLOWED[:2], *ALLOWED[4:], "x", "a", "b", "E", "ls", "npm", "nice", "nohup", "E2")
ORDINARY = ("alpha a", "beta", "echo a", "git log", "alpha", "cat", "printf %s a", "rm x", "id")
SOUP = (
    *ORDINARY, *ORDINARY,
    *("; ", " && ", " || ", " | ", " & ", "\n", " ", " ", " ", "|&", ";", "&", "|", ";;", "\t"),
    *("$(", ")", "(", "{ ", "; }", "}", "`", "`", '"', '"', "'", "'", "\\", "$", "$'", '$"', "\\\n"),
    *("<<E\n", "\nE\n", "<<'E'\n", "<<-E\n", "\n\tE\n", "<<\\E\n", "<<<", "<(", ">(", "E", "<<E <<'E2'\n"),
    *("${x:-", "${x", "${x#", "${x/a/", "${x:=", "${", "$x", '"$x"', "$@", "$((", "))", "((", "$[", "]"),
    *("[[ a == ", " ]]", "[ -n ", " ]", "x=", "PATH=", "x=1 ", "LANG=C ", "x=(", "x[", "a[$(id)]", "=~ "),
    *("if ", "; then ", "; else ", "; fi", "for x in a b; do ", "; done", "case a in a) ", ";; esac", "a) "),
    *("until alpha; do ", "while beta; do ", "! ", "time ", "coproc ", "function a ", "a() ", "in ", "do "),
    *("#", " # ", "#'", "*", "?", "[", "{a,b}", "{rm,x}", "~", "~/", "-v ", "-c ", "-exec ", "--", "!", "@P}"),
    *("> x", ">x ", "2>&1", ">&2", ">&", "< x", "&> x", ">| x", "<> x", "{x}> x", "1", "/", ".", ",", "%"),
    *("eval ", "bash -c ", "sh -c '", "xargs ", "env ", "timeout 5 ", "command ", "exec ", "trap ", "read x"),
    *("export x=", "declare -n x=", "printf -v ", "%n", "alias alpha=rm", "id x", "evil", "$IFS", "é", "\x0b"),
)  # fmt: skip
SHAPES = (
    *("@; @", "@ && @", "@ || @", "@ | @", "@ & @", "@\n@", "(@)", "{ @; }", "! @", "time @"),
    *("echo $(@)", 'echo "$(@)"', "echo `@`", 'echo "`@`"', "cat <(@)", "alpha >(@)", "x=$(@); @"),
    *("cat <<E\n$(@)\nE", "cat <<'E'\n$(@)\nE\n@", "cat <<-E\n\t`@`\n\tE\n@", "cat <<E | @\na\nE"),
    *("cat <<A <<'B'\n$(@)\nA\n@\nB\n@", 'cat <<"E"\n@\n E\n@\nE', "echo $(cat <<E\n$(@)\nE\n)"),
    *("if @; then @; else @; fi", "for x in a b; do @; done", "while beta; do @; done", "until @; do @; break; done"),
    *("case a in a) @;; *) @; esac", "case $(@) in (b|a) @;; esac", "[[ a == $(@) ]] && @", "[ $(@) ] ; @"),
    *("echo ${x:-$(@)}", 'echo "${x:-$(@)}"', "echo ${x#`@`}", "echo '@'", 'echo "@"', "echo \\$(@)", "# @\n@"),
    *("echo a#@", "alpha # @", "echo $'@\\''", "alpha \\\n @", "@ > x", "@ 2>&1", "@ < x", "cat <<< $(@)"),
    *("timeout 5 @", "nice @", "nohup @", "command @", "bash -c '@'", 'sh -c "@"', "x=1 @", "LANG=C @", "CI=1 @"),
    *("echo a | xargs @", "env @", "echo {a,$(@)}", "echo $((1+2)); @", "echo ${x/a/$(@)}", "cd x; @", "read x; @"),
    *("export x=$(@)", "printf %s $(@)", "git log -- $(@)", "find . -name $(@)", "sort -- `@`", "select x in a; do @; done"),
)  # fmt: skip
SEED, COUNT = 1, 8_000
STUB = """#!/bin/bash
printf '%s\\n' "${0##*/}" >&9 || printf '%s\\n' "${0##*/}" >> /log/lost
[[ ${0##*/} != beta ]]
"""
DRIVER = """for ((number = 0; number < count; number++)); do
  IFS= read -rd '' text </commands/$number
  (cd /work && ulimit -t 1 && exec bash --noprofile --norc -c "$text" </dev/null >/dev/null 2>&1 9>/log/$number)
done 2>/dev/null
exec 8<> <(:)
read -rt 0.5 -u 8 || :
"""


def libraries():
    told = subprocess.run(["ldd", "/bin/bash"], capture_output=True, text=True, check=True).stdout
    return sorted(set(re.findall(r"(/\S+) \(0x", told)))


class Cage:
    """A root with bash and stubs that record their name; nothing else can run there."""

    def __init__(self, folder: Path) -> None:
        if shutil.which("bwrap") is None:
            pytest.fail("bubblewrap is missing; run: apt-get install bubblewrap", pytrace=False)
        self.folder = folder
        for name in ("stubs", "commands", "log", "work"):
            (folder / name).mkdir(parents=True)
        for name in WORDS:
            stub = folder / "stubs" / name
            stub.write_text(STUB)
            stub.chmod(0o755)
        for name in ("bash", "sh"):
            (folder / "stubs" / name).symlink_to("/bin/bash")

    def run(self, commands: list[str]) -> list[set[str]]:
        """The programs that each of `commands` started."""
        for number, command in enumerate(commands):
            (self.folder / "commands" / str(number)).write_bytes(command.encode())
        argv = [
            "bwrap",
            "--unshare-all",
            "--die-with-parent",
            "--clearenv",
            "--dev",
            "/dev",
            "--proc",
            "/proc",
        ]
        for library in ("/bin/bash", *libraries()):
            argv += ["--ro-bind", str(Path(library).resolve()), library]
        for name in ("stubs", "commands"):
            argv += ["--ro-bind", str(self.folder / name), f"/{name}"]
        for name in ("log", "work"):
            argv += ["--bind", str(self.folder / name), f"/{name}"]
        argv += ["--setenv", "PATH", "/stubs", "--setenv", "HOME", "/work"]
        argv += ["/bin/bash", "--noprofile", "--norc", "-c", f"count={len(commands)}\n{DRIVER}"]
        subprocess.run(argv, check=True, timeout=100, stdin=subprocess.DEVNULL)
        assert not (self.folder / "log" / "lost").exists()
        logs = [self.folder / "log" / str(number) for number in range(len(commands))]
        return [set(log.read_text().split()) for log in logs]


@pytest.fixture
def cage(tmp_path):
    return Cage(tmp_path / "cage")


def predicted(command: str) -> set[str]:
    return {found.name.text.rpartition("/")[2] for found in read_script(command).commands}


def surprises(commands: list[str], cage: Cage) -> dict[str, set[str]]:
    runs = cage.run(commands)
    assert sum(bool(started) for started in runs) > len(commands) / 10  # the stubs do record
    return {
        command: started
        for command, started in zip(commands, runs, strict=True)
        if started - predicted(command) or started.intersection(EVIL)
    }


def soup(dice: random.Random) -> str:
    return "".join(dice.choice(SOUP) for _ in range(dice.randint(1, 9)))


def composed(dice: random.Random, depth: int = 3) -> str:
    """A text of bash, most often; now and then a piece of soup falls in or a piece is lost."""
    text = dice.choice(ORDINARY if depth == 0 or dice.random() < 0.3 else SHAPES)
    while "@" in text:
        text = text.replace("@", composed(dice, depth - 1).replace("@", ""), 1)
    at = dice.randint(0, len(text))
    if dice.random() < 0.12:
        text = text[:at] + dice.choice(SOUP).replace("@", "") + text[at:]
    if dice.random() < 0.08:
        text = text[:at] + text[at + dice.randint(1, 3) :]
    return text


def corpus(seed: int, count: int) -> list[str]:
    dice = random.Random(seed)
    made = (dice.choice((soup, composed))(dice) for _ in range(count))
    return list(dict.fromkeys(text for text in made if "\0" not in text))


def test_the_stubs_see_what_runs(cage):
    ran = cage.run(["alpha a | beta", "echo $(rm x)", "echo x", "id & alpha", "sh -c 'evil'"])
    assert ran == [{"alpha", "beta"}, {"rm"}, set(), {"id", "alpha"}, {"evil"}]


def test_allowed_soup_runs_nothing_that_was_not_predicted(cage, judge):
    allowed = [
        command for command in corpus(SEED, COUNT) if judge(command, **RULES).decision == "allow"
    ]
    assert len(allowed) > 400
    assert surprises(allowed, cage) == {}


def test_allowed_commands_of_the_table_run_nothing_that_was_not_predicted(cage, judge):
    items = json.loads(TABLE.read_text("utf-8"))["items"]
    allowed = [item["command"] for item in items if item["want"] == "allow"]
    assert surprises(allowed, cage) == {}
