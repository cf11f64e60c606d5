"""Folders, exact rules, parts and reasons: what one line of the table cannot say."""

import pytest

GIT = {"allow": ["Bash(git *)", "Bash(cd *)", "Bash(ls *)", "Bash(cat *)", "Bash(echo *)"]}


@pytest.mark.parametrize(
    ("command", "want"),
    [
        ("cd sub && git status", "allow"),
        ("cd sub; git status", "allow"),
        ("cd other-repo && git status", "ask"),
        ("cd other-repo; git status", "ask"),
        ("cd sub && cd ../other-repo && git status", "ask"),
        ("cd .. && git status", "ask"),
        ("cd / && ls", "allow"),
        ("cd $X && git status", "ask"),
        ("cd - && git status", "ask"),
        ("cd && git status", "ask"),
        ("cd missing && git status", "ask"),
        ("(cd other-repo && ls); git status", "allow"),
        ("cd other-repo | git status", "allow"),
        ("ls || cd other-repo; git status", "ask"),
        ("for d in sub; do cd $d; git status; done", "ask"),
        ("if cd other-repo; then git status; fi", "ask"),
        ("{ cd other-repo; }; git status", "ask"),
        ("builtin cd other-repo; git status", "ask"),
        ("eval 'cd other-repo'; git status", "ask"),
        ("cd other-repo && timeout 5 git status", "ask"),
    ],
)
def test_git_stays_in_the_repository_it_was_allowed_in(command, want, judge):
    assert judge(command, **GIT).decision == want


def test_a_kept_folder_counts_as_the_cd_that_led_there(project, judge):
    assert judge("git status", folder=project / "sub", **GIT).decision == "allow"
    assert judge("git status", folder=project / "other-repo", **GIT).decision == "ask"
    assert (
        judge("cat .env", folder=project / "sub", deny=["Read(./.env)"], **GIT).decision == "allow"
    )
    assert (
        judge("cat ../.env", folder=project / "sub", deny=["Read(./.env)"], **GIT).decision
        == "deny"
    )
    assert (
        judge("echo x > .env", folder=project / "sub", deny=["Edit(./.env)"], **GIT).decision
        == "ask"
    )
    assert (
        judge("echo x > ../.env", folder=project / "sub", deny=["Edit(./.env)"], **GIT).decision
        == "deny"
    )


def test_a_bare_repository_inside_is_another_repository(project, judge):
    bare = project / "sub" / "bare"
    bare.mkdir()
    (bare / "HEAD").write_text("ref: refs/heads/main\n")
    assert judge("cd sub/bare && git status", **GIT).decision == "ask"


@pytest.mark.parametrize(
    ("command", "allow", "want"),
    [
        ("make test", ["Bash(make test)"], "allow"),
        ("make  test", ["Bash(make  test)"], "allow"),
        ("make test x", ["Bash(make test)"], "ask"),
        ("python3 -c 'print(1)'", ["Bash(python3 -c 'print(1)')"], "allow"),
        ("python3 -c 'print(1)'", ["Bash(python3 *)"], "ask"),
        ("python3 -c 'print(1)'", ["Bash(python3 -c *)"], "ask"),
        ("python3 x.py", ["Bash(python3 *)"], "allow"),
        ("FOO=1 make", ["Bash(FOO=1 make)"], "allow"),
        ("FOO=2 make", ["Bash(FOO=1 make)"], "ask"),
        ("FOO=1 make", ["Bash(make *)"], "ask"),
        ("export FOO=1; ls", ["Bash(export FOO=1)", "Bash(ls *)"], "allow"),
        ("export FOO=1; ls", ["Bash(export *)", "Bash(ls *)"], "ask"),
        ("git -C sub status", ["Bash(git -C sub status)"], "allow"),
        ("find . -delete", ["Bash(find . -delete)"], "allow"),
        ("find . -delete", ["Bash(find * -delete)"], "allow"),
        ("find . -exec cat {} +", ["Bash(find * -exec *)"], "ask"),
        ("find . -exec cat {} +", ["Bash(find * -exec *)", "Bash(cat *)"], "allow"),
        ("bash -c 'ls'", ["Bash(bash -c *)"], "ask"),
        ("bash -c 'ls'", ["Bash(bash -c *)", "Bash(ls *)"], "allow"),
        ("sudo ls", ["Bash(sudo *)", "Bash(ls *)"], "allow"),
        ("sudo ls", ["Bash(ls *)"], "ask"),
        ("git commit -m 'a b'", ["Bash(git commit -m *)"], "allow"),
        ('git "commit x"', ["Bash(git commit *)"], "ask"),
        ("./run x", ["Bash(./run *)"], "allow"),
        ("run x", ["Bash(./run *)"], "ask"),
        ("npm run test:unit", ["Bash(npm run test:*)"], "allow"),
        ("npm run build", ["Bash(npm *)"], "ask"),
        ("npm run build", ["Bash(npm run *)"], "allow"),
        ("ls", ["Bash"], "allow"),
        ("$X", ["Bash"], "ask"),
        ("ls > x", ["Bash"], "ask"),
        ("ls > x", ["Bash", "Redirect"], "allow"),
        ("ls > x", ["Bash", "Redirect(x)"], "allow"),
        ("ls > y", ["Bash", "Redirect(x)"], "ask"),
        ("ls > $X", ["Bash", "Redirect(x)"], "ask"),
        ("ls > $X", ["Bash", "Redirect"], "allow"),
        ("ls > x", ["Bash", "Write", "Edit"], "ask"),
        ("mytool $X", ["Bash(mytool *)"], "allow"),
    ],
)
def test_what_a_rule_covers(command, allow, want, judge):
    assert judge(command, allow=allow).decision == want


def test_a_word_that_is_not_known_could_be_the_denied_one(judge):
    rules = {"allow": ["Bash(mytool *)"], "deny": ["Bash(mytool destroy *)"]}
    assert judge("mytool show x", **rules).decision == "allow"
    assert judge("mytool show $X", **rules).decision == "allow"
    assert judge("mytool $X", **rules).decision == "ask"
    assert judge("mytool d* x", **rules).decision == "ask"
    assert judge("mytool {destroy,x}", **rules).decision == "ask"
    assert judge("mytool $E destroy x", **rules).decision == "ask"


def test_a_folder_read_as_a_whole_holds_the_denied_file(judge):
    rules = {"allow": ["Bash(grep *)", "Bash(tar *)", "Bash(cp *)"], "deny": ["Read(./.env)"]}
    assert judge("grep -rn x src", **rules).decision == "allow"
    assert judge("grep -rn x .", **rules).decision == "ask"
    assert judge("grep -rn x", **rules).decision == "ask"
    assert judge("cp -r . /tmp/x", **rules).decision == "ask"
    assert judge("tar cf x .", **rules).decision == "ask"


def test_the_verdict_names_rule_reason_and_parts(judge):
    verdict = judge("ls && id > x", allow=["Bash(ls *)"], deny=["Bash(rm *)"])
    assert (verdict.decision, verdict.rule) == ("ask", "")
    assert [(part.text, part.decision) for part in verdict.parts] == [
        ("ls", "allow"),
        ("id", "ask"),
        ("> x", "ask"),
    ]
    assert verdict.parts[0].rule == "Bash(ls *)"
    assert judge("rm x", deny=["Bash(rm *)"]).rule == "Bash(rm *)"


def test_what_is_not_understood_is_named(judge):
    verdict = judge("ls ${x@P}", allow=["Bash(ls *)"])
    assert (verdict.decision, verdict.reason) == ("ask", "permission.doubt.expansion")
    assert "${x@P}" in [part.text for part in verdict.parts]
