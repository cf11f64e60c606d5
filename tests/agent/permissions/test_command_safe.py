import shlex

import pytest

from maia.agent.permissions.command_folders import Places
from maia.agent.permissions.command_safe import is_safe
from maia.agent.permissions.command_safe_table import FIND_TESTS, SAFE

SAFE_COMMANDS = (
    *("ls", "ls -la src", "ls *", "pwd", "cat README.md", "head -20 x", "tail -n 5 x", "wc -l src/*.py"),
    *("grep -rn foo src", "rg -n foo", "find . -name '*.py' -type f", "sort -u x | uniq -c", "cut -d: -f1 x"),
    *("git status", "git diff --stat HEAD~1", "git log -p -3", "git show HEAD", "git branch -a", "git remote -v"),
    *("git status && git log --oneline | head", "echo $(git rev-parse HEAD)", "for f in *; do wc -l $f; done"),
    *("date +%s", "python3 --version", "ls 2>&1", "ls > /dev/null", "ls 2>/dev/null", "/usr/bin/ls", "which git"),
    *("if ls; then cat x; fi", "LC_ALL=C sort x", "x=1; echo $x", "diff <(sort a) <(sort b)", "cat <<'E'\nx\nE"),
)  # fmt: skip
OTHERS = (
    *("", "rm x", "ls; rm x", "ls > x", "ls >> x", "cat <<< $(rm x)", "sort -o f in", "sort -of in", "sort --outp=f in"),
    *("find . -delete", "find . -exec cat {} +", "find . -fprint0 f", "find . $X", "sort *", "rg $X", "tail -f x"),
    *("git diff --output=x", "git log --outpu=x", "git branch -D x", "git branch new", "git tag v1", "git push"),
    *("git diff --ext-diff", "git diff --no-index a b", "git grep -O./x y", "git -C x status", "git -c a=b log"),
    *("git remote add a b", "git stash", "git reflog expire", "git config a b", "git diff -O./x", "git log $X"),
    *("date -s x", "date --set=x", "date 010101", "tree -o x", "tree -R", "rg --pre ./x y", "rg --hostname-bin ./x y"),
    *("uniq a b", "sed -n p x", "awk 1 x", "xargs ls", "env", "env ls", "printenv", "curl h", "ping h", "nslookup h"),
    *("PATH=. ls", "FOO=1 ls", "$X", "./ls", "/tmp/ls", "ls() { :; }; ls", "python3 x.py", "make", "npm test"),
    *("timeout 5 ls", "sudo ls", "sh -c ls", "cd other-repo && git status", "cat < /dev/tcp/h/80", "echo ${x@P}"),
    *("ls\r", "l\u200bs", "ls 'a", "less x", "man ls", "tee x", "cp a b", "printf -v x y", "read x", "export x=1"),
)  # fmt: skip


@pytest.fixture
def places(project, home):
    return Places(project, project, home)


@pytest.mark.parametrize("command", SAFE_COMMANDS)
def test_commands_that_only_look_are_on_the_list(command, places):
    assert is_safe(command, places)


@pytest.mark.parametrize("command", OTHERS)
def test_everything_else_is_not(command, places):
    assert not is_safe(command, places)


def test_git_in_another_repository_is_not_on_the_list(project, home):
    assert not is_safe("git status", Places(project, project / "other-repo", home))
    assert is_safe("ls", Places(project, project / "other-repo", home))


@pytest.mark.parametrize("path", sorted(SAFE))
def test_an_option_that_the_list_does_not_name_takes_a_command_off_it(path, places):
    assert not is_safe(f"{path} --unheard-of", places)
    unknown = next(
        letter for letter in "OQJKYXZ" if letter not in SAFE[path].flags + SAFE[path].values
    )
    assert not is_safe(f"{path} -{unknown}", places)


@pytest.mark.parametrize("path", sorted(SAFE))
@pytest.mark.parametrize(
    "around", ["{} > x", "{}; rm x", "{} | tee x", "rm $({})", "PATH=. {}", "{} <(touch x)"]
)
def test_what_is_around_a_safe_command_counts(path, around, places):
    assert not is_safe(around.format(path), places)


def test_no_test_of_find_writes_or_runs():
    told = {
        "-exec",
        "-execdir",
        "-ok",
        "-okdir",
        "-delete",
        "-fprint",
        "-fprint0",
        "-fprintf",
        "-fls",
    }
    assert FIND_TESTS.isdisjoint({*told, "-files0-from"})


@pytest.mark.parametrize("command", OTHERS)
def test_quoting_changes_nothing(command, places):
    assert not is_safe(f"bash -c {shlex.quote(command)}", places)
