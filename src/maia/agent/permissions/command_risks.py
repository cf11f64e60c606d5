"""Words that make an ordinary program run another one, or write where nobody expects it.

Where a pattern's `*` would cover such a word the command is asked; where the pattern holds the
word, its author meant it. The tables know the programs that people allow as a whole.
"""

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from maia.agent.permissions.command_git import is_unknown_option, risky_git_words
from maia.agent.permissions.command_variables import is_own
from maia.workspace.shell import HOLE, Word
from maia.workspace.shell.runner_table import INTERPRETERS, SHELLS

_OPTIONS = {
    "find": r"-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|files0-from)",
    "sort": r"-[A-Za-z]*[oT].*|--(?:o|com|fi|t).*",
    "uniq": r"",
    "rg": r"--(?:pre|hostname-bin|search-zip)(?:=.*)?|-[A-Za-z]*z.*",
    "fd": r"-[A-Za-z]*[xX].*|--exec.*",
    "fdfind": r"-[A-Za-z]*[xX].*|--exec.*",
    **dict.fromkeys(("nc", "ncat", "netcat"), r"-[A-Za-z]*[ec].*|--(?:ex|sh|lua).*"),
    **dict.fromkeys(
        ("npm", "pnpm"), r"--(?:script-|shell|prefix|user|global|node-o|call|dir).*|-C.*"
    ),
    "date": r"-[A-Za-z]*s.*|--s.*|[0-9.]+",
    "tree": r"-[A-Za-z]*[oR].*|--o.*",
    "tar": r"-?[A-Za-z]*I.*|--(?:to-c|ch|us|i|rs|n|in|re|rmt).*|-[A-Za-z]*F.*",
    "bsdtar": r".*--use.*",
    "rsync": r"-[A-Za-z]*e.*|--(?:rsh|rsync|da|co|fi|write).*",
    "scp": r"-[A-Za-z]*[SoF].*",
    "ssh": r"-[A-Za-z]*[oFSEDLRwW].*",
    "less": r"\+.*|-[A-Za-z]*[okKtT+].*|--.*",
    "man": r"-[A-Za-z]*[PCHMeEtTX].*|--(?:pa|co|ht|di|tr|gx|pre).*",
    "jq": r"-[A-Za-z]*[fL].*|--(?:fr|li|args|slurpf|rawf|from).*",
    "make": r"-[A-Za-z]*[fCIE].*|--(?:f|d|i|e|m).*|.*=.*",
    "gmake": r"-[A-Za-z]*[fCIE].*|--(?:f|d|i|e|m).*|.*=.*",
    "curl": r"-[A-Za-z]*[oOKTdF@Dc].*|--(?:o|c|u|d|f|r|t|e|l|s).*",
    "wget": r"-[A-Za-z]*[OPoeiax].*|--.*",
    "vim": r"\+.*|-[A-Za-z]*[cSuUsWw].*|--.*",
    "vi": r"\+.*|-.*",
    "nvim": r"\+.*|-.*",
    "split": r"--f.*",
    "zip": r"-[A-Za-z]*[Tb].*|--un.*|-TT.*",
    **dict.fromkeys(("declare", "typeset", "local"), r"-[A-Za-z]*[niIf].*|.*\[.*"),
    **dict.fromkeys(("export", "readonly", "read"), r"-[A-Za-z]*[nfa].*|.*\[.*"),
    "wait": r"-[A-Za-z]*p.*|.*\[.*",
    "sudo": r"-[A-Za-z]*[eis].*|--(?:ed|lo|sh|ch).*|.*=.*",
    "env": r"-[A-Za-z]*[CS].*|--(?:ch|sp).*",
    "xargs": r"-[A-Za-z]*[oJ].*",
    "pytest": r"-[A-Za-z]*[pco].*|--(?:root|conf|pdbcls|debug|log-file|junit|basetemp).*",
    "diff": r"--(?:to-|from-).*",
    "go": r"--?(?:exec|toolexec|vettool|overlay|C|modfile|o)(?:=.*)?|run|generate|install|get|env",
    "cargo": r"--config.*|-Z.*|\+.*|run|install|-C.*",
    "docker": r"-[A-Za-z]*[vH].*|--(?:priv|vol|mou|pid|cap|dev|host|context|config).*",
    "ls": r"",
    "xxd": r"-[A-Za-z]*r.*",
    "nice": r"",
    "bash": r"-[A-Za-z]*[liosO].*|[+].*|--.*",
    "sh": r"-[A-Za-z]*[lios].*|[+].*|--.*",
}
"""Option spellings by program, abbreviations and attached values included."""

_REGEXES = {program: re.compile(options) for program, options in _OPTIONS.items() if options}

_VALUES = {
    "find": frozenset({"-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-newer"}),
    "rg": frozenset({"-e", "-g", "--glob", "-t", "--regexp", "-f"}),
    "make": frozenset({"-j"}),
    "xargs": frozenset({"-I"}),
    "pytest": frozenset({"-k", "-m"}),
}
"""Options whose value may be unknown: it is no option."""

_SUBCOMMANDS = {
    "npm": frozenset({"ls", "list", "outdated", "view", "info", "audit", "why", "explain", "ping"}),
    "pnpm": frozenset({"ls", "list", "outdated", "why", "audit"}),
    "yarn": frozenset({"list", "outdated", "why", "info"}),
    "docker": frozenset({"ps", "images", "logs", "inspect", "version", "info", "stats", "top"}),
    "kubectl": frozenset({"get", "describe", "logs", "version", "top", "explain"}),
    "uv": frozenset({"pip", "tree", "version", "lock"}),
    "cargo": frozenset({"build", "check", "test", "clippy", "fmt", "doc", "tree", "bench"}),
}
"""Sub-commands that `program *` stands for; others run what a project or a network says."""

_ALWAYS = frozenset(
    (
        *("eval", "source", ".", "trap", "alias", "unalias", "hash", "enable", "bind", "set"),
        *("shopt", "complete", "compgen", "compopt", "fc", "history", "let", "getopts", "unset"),
        *("exec", "builtin", "crontab", "at", "batch", "su", "pkexec", "mapfile", "readarray"),
        *("dc", "ed", "ex", "gdb", "lldb", "m4", "tclsh", "expect", "jobs", "ftp"),
        *("tmux", "screen", "parallel", "script", "systemd-run", "ssh", "npx", "uvx", "bunx"),
    )
)
"""Programs whose every word must be named: they change the shell, or run what they are told."""

_INPUT = re.compile(r"-|/dev/(?:stdin|fd/.*)|/proc/.*")

_STARTS_AS_OPTION = re.compile(rf"[{HOLE}*?\[{{-]")


@dataclass(frozen=True, slots=True)
class _Known:
    """What the words of a pattern name."""

    words: frozenset[str]

    def names(self, word: Word) -> bool:
        return word.text in self.words or word.raw in self.words


def risky_words(words: Sequence[Word], pattern: str) -> list[Word]:
    """The words of a command that need a person, without those that `pattern` names."""
    # A word with a `*` names what stands before it: `test*` is a rule about `test`.
    known = _Known(frozenset(word.partition("*")[0] for word in pattern.split()) - {""})
    name = words[0].text.rpartition("/")[2]
    return [word for word in _risky(name, words) if not known.names(word)]


def _risky(name: str, words: Sequence[Word]) -> list[Word]:
    if name in _ALWAYS:
        return list(words[1:])
    special = _SPECIAL.get(name)
    if special is not None:
        return special(words)
    found: list[Word] = []
    regex = _REGEXES.get(name)
    if regex is not None or name in INTERPRETERS or name in SHELLS:
        found += _unknown_options(words, _VALUES.get(name, frozenset()))
    if regex is not None:
        found += [word for word in words[1:] if regex.fullmatch(word.text)]
    if name in _SUBCOMMANDS:
        found += _sub_command(words, _SUBCOMMANDS[name])
    if name == "read":
        found += [word for word in words[1:] if not is_own(word.text) and word.text[:1] != "-"]
    if name in INTERPRETERS or name.startswith("python"):
        found += _code_options(INTERPRETERS.get(name, "c"), words)
    if name in INTERPRETERS or name in SHELLS:
        found += [word for word in words[1:] if _INPUT.fullmatch(word.text)]
    return found


def _unknown_options(words: Sequence[Word], values: frozenset[str]) -> list[Word]:
    """Words that may turn out to be options when the command runs."""
    found: list[Word] = []
    for before, word in itertools.pairwise(words):
        if word.text == "--" and words[0].text != "find":
            break
        if is_unknown_option(word) and (word.splits or before.text not in values):
            found.append(word)
    return found


def _sub_command(words: Sequence[Word], harmless: frozenset[str]) -> list[Word]:
    """What stands up to the sub-command, and this unless it is harmless."""
    for position, word in enumerate(words[1:], start=1):
        if word.text.startswith("-"):
            continue
        leading = list(words[1:position])
        return leading if word.is_known and word.text in harmless else [*leading, word]
    return [word for word in words[1:] if word.text not in ("--version", "-v", "--help")]


def _code_options(letters: str, words: Sequence[Word]) -> list[Word]:
    """`python -c CODE`: the code itself is what must be named, so only an exact rule does."""
    for position, word in enumerate(words[1:], start=1):
        if not word.text.startswith("-") or word.text == "-":
            return []
        long = word.text.partition("=")[0] in ("--eval", "--print", "--command", "--require")
        short = not word.text.startswith("--") and any(sign in letters for sign in word.text[1:])
        if long or short or word.text in ("-r", "-i", "--import", "--loader"):
            return list(words[position:])
    return []


_SED_ADDRESS = r"(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\.)*/)"
_SED_SUBSTITUTION = "|".join(
    rf"s{d}(?:[^{d}\\\n]|\\.)*{d}(?:[^{d}\\\n]|\\.)*{d}[gIip0-9]*"
    for d in ("/", r"\|", "#", ",", "@", ":")
)
_SED_COMMAND = (
    rf"\s*(?:{_SED_ADDRESS}(?:,(?:{_SED_ADDRESS}|\+\d+))?)?\s*!?\s*"
    rf"(?:[pdDgGhHnNPxl=]|q\d*|{_SED_SUBSTITUTION}|y/[^/\\\n]+/[^/\\\n]+/)\s*"
)
_SED_SCRIPT = re.compile(rf"{_SED_COMMAND}(?:;{_SED_COMMAND})*;?\s*")
_SED_OPTIONS = re.compile(r"-[nErsuz]+|--(?:quiet|silent|regexp-extended|null-data|posix)")


def _risky_sed(words: Sequence[Word]) -> list[Word]:
    """A script may run commands and write files: only plain ones are known to do neither."""
    found: list[Word] = []
    scripted, after = False, ""
    for word in words[1:]:
        text = word.text
        if after or (not scripted and not text.startswith("-")):
            scripted, after = True, ""
            if HOLE in text or not _SED_SCRIPT.fullmatch(text):
                found.append(word)
        elif text in ("-e", "-ne", "-Ee", "-re", "-nEe", "-nre", "--expression"):
            after = text
        elif text.startswith("-"):
            if not _SED_OPTIONS.fullmatch(text):
                found.append(word)
        elif not word.is_known and _STARTS_AS_OPTION.match(text):
            found.append(word)
    return found


_AWK_RISK = re.compile(rf"system|getline|printf?[^;}}]*>|[|@]|close|{HOLE}|include|load|ENVIRON")


def _risky_awk(words: Sequence[Word]) -> list[Word]:
    """The program is the first operand; `-F` and `-v` are the options that only set values."""
    position = 1
    while position < len(words):
        text = words[position].text
        if text in ("-F", "-v"):
            position += 2
        elif text[:2] in ("-F", "-v"):
            position += 1
        else:
            break
    found = [word for word in words[position:] if word.text.startswith("-")]
    if position < len(words):
        program, files = words[position], words[position + 1 :]
        text = program.text
        if not program.is_known or _AWK_RISK.search(text) or re.search(r">\s*[\"A-Za-z$(]", text):
            found.append(program)
        found += [word for word in files if not word.is_known and word.text[0] in f"{HOLE}*?[{{"]
    return found


def _risky_uniq(words: Sequence[Word]) -> list[Word]:
    """The second operand is written."""
    operands = [word for word in words[1:] if not word.text.startswith("-") or not word.is_known]
    return operands[1:] + [word for word in operands[:1] if word.splits]


def _risky_printf(words: Sequence[Word]) -> list[Word]:
    """`-v` and the directive `%n` set a variable; the other words are only written."""
    found = [word for word in words[1:2] if word.text.startswith("-") and word.text != "--"]
    rest = words[2:] if words[1:2] and words[1].text == "--" else words[1:]
    return found + [
        word for word in rest[:1] if not word.is_known or re.search(r"%[^%A-Za-z]*n", word.text)
    ]


def _risky_test(words: Sequence[Word]) -> list[Word]:
    """`-v` and `-R` evaluate a subscript, also where an expansion brings them."""
    found = [word for word in words[1:] if word.text in ("-v", "-R") or word.splits]
    for before, word in itertools.pairwise(words[1:]):
        if not before.is_known and not word.is_known:
            found.append(word)
    return found


_SPECIAL: dict[str, Callable[[Sequence[Word]], list[Word]]] = {
    "git": risky_git_words,
    "sed": _risky_sed,
    "gsed": _risky_sed,
    "awk": _risky_awk,
    "gawk": _risky_awk,
    "mawk": _risky_awk,
    "nawk": _risky_awk,
    "uniq": _risky_uniq,
    "printf": _risky_printf,
    "test": _risky_test,
    "[": _risky_test,
}
