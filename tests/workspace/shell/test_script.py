import pytest

from maia.workspace.shell import HOLE, LONGEST_TEXT, read_script


def names(text):
    return [command.raw for command in read_script(text).commands]


def doubts(text):
    return {doubt.kind for doubt in read_script(text).doubts}


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("a 1 && b || c; d & e", ["a 1", "b", "c", "d", "e"]),
        ("a | b |& c", ["a", "b", "c"]),
        ("(a; (b)) ; { c; }", ["a", "b", "c"]),
        ("! a; time -p b", ["a", "b"]),
        ("if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]),
        ("for x in 1 2; do a; done; for y; do b; done", ["a", "b"]),
        ("while a; do b; done; until c; do d; done", ["a", "b", "c", "d"]),
        ("case $x in a|b) c;; (d) e ;& *) f; esac", ["c", "e", "f"]),
        ("select x in a b; do c; done", ["c"]),
        ("f() { a; }", ["a"]),
        ("function f { a; }", ["a"]),
        ("function f() ( a )", ["a"]),
        ("coproc a 1", ["a 1"]),
        ("coproc N { a; }", ["a"]),
        ("echo $(a $(b))", ["b", "a $(b)", "echo $(a $(b))"]),
        ("echo `a \\`b\\``", ["b", "a `b`", "echo `a \\`b\\``"]),
        ('echo "$(a "b c")"', ['a "b c"', 'echo "$(a "b c")"']),
        ("a <(b) >(c)", ["b", "c", "a <(b) >(c)"]),
        ("echo '$(a)' \\$(b", ["echo '$(a)' \\$"]),
        ("cat <<E; b\n$(a)\nE\nc", ["cat", "b", "a", "c"]),
        ("cat <<'E'\n$(a)\nE\nb", ["cat", "b"]),
        ("cat <<-E\n\t`a`\n\tE\nb", ["cat", "a", "b"]),
        ("cat <<A <<B\n$(a)\nA\n$(b)\nB\nc", ["cat", "a", "b", "c"]),
        ("cat <<< $(a)", ["a", "cat"]),
        ("[[ -f $(a) && x == y ]] && b", ["a", "b"]),
        ("x=$(a) y[$(b)]=1 z=($(c) d)", ["a", "b", "c"]),
        (
            "echo ${x:-$(a)} ${x#`b`} ${x/c/$(d)}",
            ["a", "b", "d", "echo ${x:-$(a)} ${x#`b`} ${x/c/$(d)}"],
        ),
        ("echo $((1 + $(a)))", ["a", "echo $((1 + $(a)))"]),
        ("a # b\nc", ["a", "c"]),
        ("a#b '#' c", ["a#b '#' c"]),
        ("> x a", ["a"]),
        ("a > $(b)", ["b", "a"]),
        ("\\\n a \\\n b", ["a b"]),
        ("env -i X=1 a b", ["env -i X=1 a b", "a b"]),
        ("sudo -u root -- a", ["sudo -u root -- a", "a"]),
        ("timeout -s KILL 5 a", ["timeout -s KILL 5 a", "a"]),
        ("xargs -n 1 -P4 a b", ["xargs -n 1 -P4 a b", "a b …"]),
        ("bash -lc 'a; b'", ["bash -lc 'a; b'", "a", "b"]),
        ("eval a 'b; c'", ["eval a 'b; c'", "a b", "c", "a 'b; c'", "b", "c"]),
        ("find . -exec a {} \\; -ok b {} +", ["find . -exec a {} \\; -ok b {} +", "a {}", "b {}"]),
        ("nice nohup a", ["nice nohup a", "nohup a", "a"]),
        ("ssh -p 2 h 'a; b'", ["ssh -p 2 h 'a; b'", "a", "b"]),
        ("docker run --rm -v a:b img c d", ["docker run --rm -v a:b img c d", "c d"]),
        ("command -v a", ["command -v a"]),
        ("flock f -c 'a'", ["flock f -c 'a'", "a"]),
    ],
)
def test_every_command_at_every_depth_is_found(text, commands):
    assert names(text) == commands


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("'a b'", "a b"),
        ('"a $x b"', f"a {HOLE} b"),
        ("r''m", "rm"),
        ("\\rm", "rm"),
        ("$'r\\x6d\\t\\u00e9\\101'", "rm\té" + "A"),
        ('$"rm"', "rm"),
        ('"a\\"b\\\\c\\d"', 'a"b\\c\\d'),
        ("a$x'b'", f"a{HOLE}b"),
        ("$(ls)", HOLE),
        ("<(ls)", f"/dev/fd/{HOLE}"),
        ("--x=~/y", "--x=~/y"),
        ("~user/x", f"{HOLE}/x"),
        ("a{b,c}", "a{b,c}"),
        ("$", "$"),
        ("a\\\nb", "ab"),
    ],
)
def test_words_after_quote_removal(written, text):
    assert read_script(f"echo {written}").commands[-1].words[1].text == text


@pytest.mark.parametrize(
    ("written", "known", "splits"),
    [
        ("a", True, False),
        ("~/a", True, False),
        ("'*'", True, False),
        ("*", False, True),
        ("$x", False, True),
        ('"$x"', False, False),
        ('"$@"', False, True),
        ("{a,b}", False, True),
        ("{a..c}", False, True),
        ("{}", True, False),
        ("[", True, False),
    ],
)
def test_what_bash_makes_of_a_word_is_known_or_not(written, known, splits):
    word = read_script(f"echo {written}").commands[0].words[1]
    assert (word.is_known, word.splits) == (known, splits)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a > f", [("write", "f")]),
        ("a >> f 2> g", [("write", "f"), ("write", "g")]),
        (
            "a >| f &> g >& h &>> i",
            [("write", "f"), ("write", "g"), ("write", "h"), ("write", "i")],
        ),
        ("a < f <> g", [("read", "f"), ("both", "g")]),
        ("a 2>&1 >&2 <&3 >&- 2>&1-", []),
        ("a <<E\nE\n", []),
        ("a <<< x", []),
        ("{ a; } > f", [("write", "f")]),
        ("while a; do b; done < f", [("read", "f")]),
        ("echo $(< f)", [("read", "f")]),
        ("a > 'f g'", [("write", "f g")]),
        ("a > $F", [("write", HOLE)]),
        ("a >&$F", [("write", HOLE)]),
        ("a12>f", [("write", "f")]),
    ],
)
def test_redirections_and_their_files(text, found):
    assert [(each.direction, each.target.text) for each in read_script(text).redirections] == found


def test_assignments_in_front_and_alone():
    found = read_script("A=1 b c=2; D=3; e[1]=x; export F=4").assignments
    assert [(each.name, each.value, each.alone, each.plain) for each in found] == [
        ("A", "1", False, True),
        ("D", "3", True, True),
        ("e", "x", True, False),
        ("F", "4", True, True),
    ]


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        ("syntax", ["a 'b", 'a "b', "a `b", "a $(b", "(a", "a)", "if a", "fi", "a;;b", "cat <<E\nx", "a &&& b"]),
        ("character", ["a\r", "a\x00b", "a\x1b[0m", "l\u200bs", "a\u00a0b", "a\u202eb", "a\u2028b", "a\ufeff"]),
        ("continuation", ["r\\\nm x", "cat <<E\na\\\nE\nE"]),
        ("definition", ["f() { a; }", "coproc a", "function f { a; }"]),
        ("dynamic", ["$x", "$(a)", "a$x", "{a,b}", "r* x", "sh -c $x", 'eval "$x"', ". f", "bash", "python3"]),
        ("expansion", ["a ${x@P}", "a ${!x}", "a$IFS"]),
        ("arithmetic", ["a $((x))", "((x))", "a[x]=1", "a ${b[c]}", "a ${b:c}", "[[ a -eq b ]]", "a $[1]"]),
        ("foreign", ["=ls", "echo =ls", "a >!f", "a >&!f"]),
        ("name", ["~/a", "'' b", "'A=1' b", "> x if"]),
        ("options", ["timeout --zzz 5 a", "xargs --zzz a", "sudo $x a"]),
        ("assignment", ["a {fd}> b"]),
        ("unsure", ["((a); (b))", "echo $((a); (b))"]),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_said(kind, texts):
    assert [text for text in texts if kind not in doubts(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "git status", "a 'b c' \"d $e\" f\\ g", "a | b > c 2>&1 &", 'for f in *.py; do wc -l "$f"; done',
        "if [ -f x ]; then a; fi", "[[ $a == b* && ! -f c ]] || d", "a $((1 + 2))", "a ${b%.*} ${#c} ${d:-e} ${f:0:3}",
        'a "$(b "c d")"', "cat <<'E'\n(it's \"odd\" `text`\nE", "a &&\n  b |\n  c", "# note\na # note", "a \\\n  b",
        "case $x in a|b) c;; *) d;; esac", "x=1 a; y=2", "! a", "{ a; b; }", "a=(1 2 3)", 'a <<< "b"', "a 'é ü'",
        'while read -r l; do a "$l"; done < b', "git commit -m \"$(cat <<'E'\nit's `x`\nE\n)\"", "a {b,c}", "a -- *",
    ],
)  # fmt: skip
def test_ordinary_texts_raise_no_doubt(text):
    script = read_script(text)
    assert script.doubts == ()
    assert script.complete


def test_scopes_tell_subshells_apart():
    first, second, third = read_script("cd a; (cd b); c").commands
    assert first.scope == third.scope == ()
    assert len(second.scope) == 1


def test_the_elements_of_a_pipe_run_in_shells_of_their_own():
    first, second = read_script("cd a | b").commands
    assert first.scope != second.scope
    assert () not in (first.scope, second.scope)


def test_a_text_that_is_too_long_is_not_read():
    script = read_script("a " * LONGEST_TEXT)
    assert not script.complete
    assert script.commands == ()


def test_code_for_other_languages_is_kept_apart():
    found = read_script("python3 -c 'import os'").codes
    assert [(code.runner, code.text) for code in found] == [("python3", "import os")]


def test_what_runs_elsewhere_is_marked():
    outer, inner = read_script("docker exec c ls").commands
    assert outer.needed
    assert not inner.needed
