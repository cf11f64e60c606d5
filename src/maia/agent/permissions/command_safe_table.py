"""The audited list of commands that only look: program, sub-command and options. Data only.

A program is here with the options that neither write, run another program, wait for ever nor reach
the network; any other option takes the command off the list. No program prints the environment.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Looks:
    """What a command may be given and still only look.

    `flags` are letters without a value, `values` letters with one, `longs` long options (each with
    or without `=value`). `operands` is the most words that are no options. `any_word`: no option
    of the program at all does more, so words need not be known.
    """

    flags: str = ""
    values: str = ""
    longs: tuple[str, ...] = ()
    operands: int = 1_000
    any_word: bool = False


_LOG = (
    *("oneline", "stat", "shortstat", "numstat", "name-only", "name-status", "patch", "no-patch"),
    *("graph", "all", "decorate", "no-decorate", "abbrev-commit", "pretty", "format", "date"),
    *("since", "until", "after", "before", "author", "grep", "follow", "reverse", "merges"),
    *("no-merges", "first-parent", "max-count", "skip", "cached", "staged", "word-diff", "color"),
    *("no-color", "unified", "summary", "branches", "tags", "remotes", "merge-base", "cherry-pick"),
    *("ignore-all-space", "ignore-space-change", "minimal", "patience", "histogram", "raw"),
    *("diff-filter", "find-renames", "no-renames", "exit-code", "quiet", "check", "topo-order"),
)
_GIT_LOG = Looks("pqsuwbRazcm0123456789", "nSGLUM", _LOG)

SAFE: dict[str, Looks] = {
    "echo": Looks("neE", any_word=True),
    "pwd": Looks("LP", operands=0),
    "true": Looks(operands=0),
    "false": Looks(operands=0),
    "ls": Looks(
        "aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1",
        "ITw",
        ("all", "almost-all", "color", "human-readable", "recursive", "reverse", "size", "sort"),
        any_word=True,
    ),
    "cat": Looks("AbeEnstTuv", "", ("number", "show-all", "squeeze-blank"), any_word=True),
    "head": Looks("qvz0123456789", "nc", ("lines", "bytes", "quiet"), any_word=True),
    "tail": Looks("qvz0123456789", "nc", ("lines", "bytes", "quiet")),
    "nl": Looks("p", "bdfhilnsvw", any_word=True),
    "wc": Looks("clLmw", "", ("lines", "words", "bytes", "chars"), any_word=True),
    "grep": Looks(
        "EFGPiyvwxcloqsnHhbTzZaIrRUL",
        "efmABCDd",
        (
            *("extended-regexp", "fixed-strings", "perl-regexp", "ignore-case", "invert-match"),
            *("word-regexp", "line-regexp", "count", "files-with-matches", "files-without-match"),
            *("only-matching", "line-number", "with-filename", "no-filename", "recursive", "text"),
            *("include", "exclude", "exclude-dir", "color", "colour", "regexp", "max-count"),
            *("after-context", "before-context", "context", "quiet", "no-messages"),
        ),
        any_word=True,
    ),
    "rg": Looks(
        "aFiIlLnNopPqsSuUvwxchH",
        "ABCegmtTMjrd",
        (
            *("files", "files-with-matches", "hidden", "no-ignore", "ignore-case", "smart-case"),
            *("fixed-strings", "word-regexp", "line-number", "count", "json", "stats", "glob"),
            *("type", "type-not", "type-list", "max-count", "max-depth", "context", "color"),
            *("after-context", "before-context", "multiline", "pcre2", "sort", "only-matching"),
        ),
    ),
    "sort": Looks("bdfghiMnRrVcCmsuz", "kt", ("reverse", "numeric-sort", "unique", "key")),
    "uniq": Looks("cdDiuz", "fsw", ("count", "repeated", "unique"), operands=1),
    "cut": Looks("sz", "bcdf", ("fields", "delimiter", "characters", "bytes", "complement")),
    "tr": Looks("cCdst", "", ("delete", "squeeze-repeats", "complement")),
    "rev": Looks(),
    "tac": Looks("br", "s"),
    "column": Looks("tnxe", "cosN"),
    "diff": Looks(
        "uqrNabBcdeiwyZst",
        "UCxLIW",
        ("unified", "brief", "recursive", "ignore-all-space", "ignore-case", "color", "exclude"),
    ),
    "cmp": Looks("bls", "ni"),
    "comm": Looks("123z"),
    "stat": Looks("Lft", "c", ("format", "printf", "dereference"), any_word=True),
    "file": Looks("bikLhN0", "", ("brief", "mime", "mime-type", "mime-encoding")),
    "du": Looks("abcDhHklLmPsSx0", "dt", ("human-readable", "summarize", "max-depth", "all")),
    "df": Looks("ahHiklPT", "", ("human-readable", "all", "inodes", "local")),
    "basename": Looks("az", "s", any_word=True),
    "dirname": Looks("z", any_word=True),
    "realpath": Looks("emLPqsz", any_word=True),
    "readlink": Looks("femnqsvz", any_word=True),
    "which": Looks("as"),
    "type": Looks("aftpP"),
    "whoami": Looks(operands=0),
    "id": Looks("ugGnrz"),
    "uname": Looks("asnrvmpio", operands=0),
    "nproc": Looks("", "", ("all",), operands=0),
    "tree": Looks("adfpsugDFilxhnCqrtcvUNAS", "LPI", ("dirsfirst", "gitignore", "noreport")),
    "seq": Looks("w", "fs"),
    "md5sum": Looks("btz"),
    "sha1sum": Looks("btz"),
    "sha256sum": Looks("btz"),
    "git status": Looks(
        "sbvzu", "", ("short", "branch", "porcelain", "untracked-files", "ignored", "long")
    ),
    "git log": _GIT_LOG,
    "git diff": _GIT_LOG,
    "git show": _GIT_LOG,
    "git shortlog": Looks("sne", "", ("summary", "numbered", "email", "all"), operands=3),
    "git blame": Looks("wseflntCM", "L", ("date", "porcelain", "since")),
    "git branch": Looks(
        "arvl", "", ("all", "remotes", "list", "verbose", "show-current", "merged"), operands=0
    ),
    "git tag": Looks("ln", "", ("list", "sort", "contains"), operands=0),
    "git remote": Looks("v", operands=0),
    "git stash list": Looks(operands=0),
    "git ls-files": Looks("cdomsuktz", "x", ("cached", "deleted", "others", "modified", "stage")),
    "git ls-tree": Looks("drtlz", "", ("name-only", "long", "full-tree")),
    "git rev-parse": Looks(
        "", "", ("short", "abbrev-ref", "show-toplevel", "verify", "git-dir", "is-inside-work-tree")
    ),
    "git rev-list": Looks("", "n", ("count", "all", "max-count", "oneline", "since", "until")),
    "git describe": Looks("", "", ("tags", "always", "dirty", "long", "abbrev", "all")),
    "git merge-base": Looks("a", "", ("all", "is-ancestor", "fork-point")),
    "git cat-file": Looks("pste", operands=2),
    "git show-ref": Looks("", "", ("heads", "tags", "hash")),
    "git reflog": Looks("", "n", ("all", "max-count", "date"), operands=0),
}
"""By program, or program and sub-command."""

TELLS_VERSION = frozenset(
    (
        *("python", "python3", "pip", "node", "npm", "pnpm", "yarn", "uv", "cargo", "rustc"),
        *("ruby", "gcc", "clang", "cmake", "make", "git", "docker", "pytest", "ruff", "mypy"),
        *("rg", "jq", "bash", "tsc", "deno", "bun"),
    )
)
"""Programs that may be asked for their version."""

FIND_TESTS = frozenset(
    (
        *(
            "-name",
            "-iname",
            "-path",
            "-ipath",
            "-wholename",
            "-regex",
            "-iregex",
            "-type",
            "-size",
        ),
        *("-mtime", "-mmin", "-atime", "-ctime", "-newer", "-maxdepth", "-mindepth", "-perm"),
        *("-user", "-group", "-links", "-printf", "-regextype", "-not", "-and", "-or", "-a", "-o"),
        *("-empty", "-print", "-print0", "-ls", "-prune", "-depth", "-xdev", "-readable", "-quit"),
        *("-executable", "-writable", "-L", "-H", "-P", "-true", "-false", "!", "(", ")", ","),
    )
)
"""What may stand in a `find` that only looks."""
