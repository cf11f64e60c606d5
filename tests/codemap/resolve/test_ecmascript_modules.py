"""Which file an import of JavaScript or TypeScript means."""

import json
from pathlib import PurePosixPath

import pytest

from maia.codemap.model import Extraction, Import
from maia.codemap.resolve.modules.ecmascript import EcmaScriptModules
from maia.codemap.resolve.modules.port import External, Files
from maia.codemap.resolve.program import Program

LANGUAGES = {".tsx": "tsx", ".ts": "typescript", ".mts": "typescript", ".cts": "typescript"}


def found(importer: str, module: str, *sources: str, **texts: str) -> str | None:
    """The path of the file, `outside NAME`, or None. A text is written `folder__name_json`."""
    paths = [importer, *(each for each in sources if each != importer)]
    files = [
        (number, path, Extraction(LANGUAGES.get(PurePosixPath(path).suffix, "javascript"), 1))
        for number, path in enumerate(paths)
    ]
    read = {
        name.replace("__", "/").replace("DASH", "-").replace("_json", ".json"): text
        for name, text in texts.items()
    }
    if (listed := texts.get("pnpm")) is not None:
        read["pnpm-workspace.yaml"] = listed
    program = Program.of(files, read.get)
    answer = EcmaScriptModules(program).find(0, Import(module, "", "", 1, 1))
    match answer:
        case Files(positions=(position,)):
            return program.files[position].path
        case Files():
            return "nothing"
        case External(name=name):
            return f"outside {name}"
        case None:
            return None


@pytest.mark.parametrize(
    ("importer", "module", "sources", "path"),
    [
        ("a/x.ts", "./y", ["a/y.ts"], "a/y.ts"),
        ("a/x.ts", "./y.js", ["a/y.ts"], "a/y.ts"),
        ("a/x.ts", "./y.js", ["a/y.tsx"], "a/y.tsx"),
        ("a/x.ts", "./y.jsx", ["a/y.tsx"], "a/y.tsx"),
        ("a/x.mts", "./y.mjs", ["a/y.mts"], "a/y.mts"),
        ("a/x.js", "./y.js", ["a/y.js", "a/y.ts"], "a/y.js"),
        ("a/x.ts", "./y", ["a/y.js", "a/y.ts"], "a/y.ts"),
        ("a/x.js", "./y", ["a/y.js", "a/y.ts"], "a/y.js"),
        ("a/x.ts", "./y", ["a/y.d.ts"], "a/y.d.ts"),
        ("a/x.ts", "./y", ["a/y/index.ts"], "a/y/index.ts"),
        ("a/x.ts", "./y", ["a/y/index.ts", "a/y.ts"], "a/y.ts"),
        ("a/x.ts", "./y/", ["a/y/index.tsx"], "a/y/index.tsx"),
        ("a/x.ts", "./", ["a/index.ts"], "a/index.ts"),
        ("a/x.ts", ".", ["a/index.ts"], "a/index.ts"),
        ("a/b/x.ts", "..", ["a/index.ts"], "a/index.ts"),
        ("x.ts", ".", ["index.js"], "index.js"),
        ("a/b/x.ts", "../../y.config", ["y.config.ts"], "y.config.ts"),
        ("a/x.ts", "./y.worker?worker", ["a/y.worker.ts"], "a/y.worker.ts"),
        ("a/x.ts", "../../../y", ["y.ts"], None),
        ("a/x.ts", "./y", ["b/y.ts"], None),
        ("a/x.ts", "./y.css", [], "nothing"),
        ("a/x.ts", "y", ["a/y.ts", "y.ts"], "outside y"),
        ("a/x.ts", "node:fs/promises", [], "outside fs/promises"),
        ("a/x.ts", "@scope/y/z", [], "outside @scope/y/z"),
        ("a/x.ts", "https://esm.sh/y", [], "outside https://esm.sh/y"),
        ("a/x.ts", "@/y", ["a/y.ts"], None),
        ("a/x.ts", "#y", ["a/y.ts"], None),
    ],
)
def test_paths(importer: str, module: str, sources: list[str], path: str | None) -> None:
    assert found(importer, module, *sources) == path


def test_paths_of_tsconfig_with_comments_and_trailing_commas() -> None:
    config = """{
      // a comment, with a "text"
      "compilerOptions": { /* "paths": {} */
        "paths": { "@/*": ["./src/*", "./lib/*"], "one": ["./src/one.ts"], "a//b": [], },
      },
    }"""
    sources = ("src/x.ts", "src/one.ts", "lib/two.ts")
    assert found("src/x.ts", "@/one", *sources, tsconfig_json=config) == "src/one.ts"
    assert found("src/x.ts", "@/two", *sources, tsconfig_json=config) == "lib/two.ts"
    assert found("src/x.ts", "one", *sources, tsconfig_json=config) == "src/one.ts"
    assert found("src/x.ts", "@/three", *sources, tsconfig_json=config) is None
    assert found("src/x.ts", "other", *sources, tsconfig_json=config) == "outside other"


def test_the_longest_pattern_counts() -> None:
    config = json.dumps(
        {"compilerOptions": {"paths": {"*": ["any/*"], "a/*": ["one/*"], "a/b/*": ["two/*"]}}}
    )
    sources = ("any/q.ts", "one/b/c.ts", "two/c.ts")
    assert found("x.ts", "a/b/c", *sources, tsconfig_json=config) == "two/c.ts"
    assert found("x.ts", "q", *sources, tsconfig_json=config) == "any/q.ts"
    assert found("x.ts", "react", *sources, tsconfig_json=config) == "outside react"


def test_base_url_and_what_a_configuration_extends() -> None:
    base = '{"compilerOptions": {"baseUrl": "./src", "paths": {"~/*": ["shared/*"]}}}'
    above = '{"extends": ["./missing.json", "./conf/base.json"]}'
    sources = ("app/x.ts", "conf/src/shared/y.ts", "conf/src/z.ts")
    texts = {"tsconfig_json": above, "conf__base_json": base}
    assert found("app/x.ts", "~/y", *sources, **texts) == "conf/src/shared/y.ts"
    assert found("app/x.ts", "z", *sources, **texts) == "conf/src/z.ts"
    assert (
        found(
            "app/x.js", "z", *sources, jsconfig_json='{"compilerOptions": {"baseUrl": "conf/src"}}'
        )
        == "conf/src/z.ts"
    )


def test_a_circle_of_configurations_ends() -> None:
    texts = {"tsconfig_json": '{"extends": "./b.json"}', "b_json": '{"extends": "./tsconfig.json"}'}
    assert found("x.ts", "y", **texts) == "outside y"


def test_parts_of_a_project_beside_its_configuration() -> None:
    texts = {
        "tsconfig_json": '{"files": [], "references": [{"path": "./tsconfig.app.json"}]}',
        "tsconfig.app_json": '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}',
    }
    assert found("src/x.ts", "@/y", "src/y.ts", **texts) == "src/y.ts"


@pytest.mark.parametrize(
    "damaged", ["", "{", "[]", "null", '{"compilerOptions": []}', '{"extends": 3}']
)
def test_damaged_configurations_say_nothing(damaged: str) -> None:
    assert found("x.ts", "y", tsconfig_json=damaged, package_json=damaged) == "outside y"


@pytest.mark.parametrize(
    ("manifest", "module", "path"),
    [
        ({"main": "./lib/main.js"}, "kit", "packages/kit/lib/main.js"),
        ({"main": "lib/main"}, "kit", "packages/kit/lib/main.js"),
        ({"main": "dist/index.js"}, "kit", "packages/kit/src/index.ts"),
        ({}, "kit", "packages/kit/src/index.ts"),
        ({"exports": "./src/deep.ts"}, "kit", "packages/kit/src/deep.ts"),
        ({"exports": {"import": "./dist/deep.mjs"}}, "kit", "packages/kit/src/deep.ts"),
        (
            {"exports": {".": {"types": "./gone.d.ts", "default": ["./src/deep.ts"]}}},
            "kit",
            "packages/kit/src/deep.ts",
        ),
        ({"exports": {"./deep": "./dist/deep.js"}}, "kit/deep", "packages/kit/src/deep.ts"),
        ({"exports": {"./x/*": "./src/*.ts"}}, "kit/x/deep", "packages/kit/src/deep.ts"),
        ({}, "kit/src/deep", "packages/kit/src/deep.ts"),
        ({}, "kit/deep.js", "packages/kit/src/deep.ts"),
        ({}, "kit/absent", None),
    ],
)
def test_packages_of_the_workspace(
    manifest: dict[str, object], module: str, path: str | None
) -> None:
    sources = ("packages/kit/lib/main.js", "packages/kit/src/index.ts", "packages/kit/src/deep.ts")
    texts = {
        "package_json": json.dumps({"workspaces": ["packages/*"]}),
        "packages__kit__package_json": json.dumps({"name": "kit", **manifest}),
    }
    assert found("packages/app/x.ts", module, *sources, **texts) == path


@pytest.mark.parametrize(
    "texts",
    [
        {"package_json": '{"workspaces": {"packages": ["libs/**"]}}'},
        {"package_json": "{}", "pnpm": "catalog:\n  a: 1\npackages:\n  # all\n  - 'libs/*' # x\n"},
        {"package_json": "{}", "lerna_json": '{"packages": ["libs/*"]}'},
    ],
)
def test_ways_to_declare_a_workspace(texts: dict[str, str]) -> None:
    texts = {**texts, "libs__a__package_json": '{"name": "@x/a"}'}
    assert found("app/x.ts", "@x/a", "libs/a/index.ts", **texts) == "libs/a/index.ts"
    assert found("app/x.ts", "@x/b", "libs/a/index.ts", **texts) == "outside @x/b"


def test_a_package_knows_itself_and_its_internal_names() -> None:
    manifest = json.dumps(
        {
            "name": "me",
            "imports": {"#a": "./src/a.js", "#b/*": {"node": "./src/b/*.js"}, "#c": "lodash"},
        }
    )
    sources = ("p/src/a.ts", "p/src/b/x.ts", "p/index.ts")
    texts = {"p__package_json": manifest}
    assert found("p/src/x.ts", "#a", *sources, **texts) == "p/src/a.ts"
    assert found("p/src/x.ts", "#b/x", *sources, **texts) == "p/src/b/x.ts"
    assert found("p/src/x.ts", "#c", *sources, **texts) == "outside lodash"
    assert found("p/src/x.ts", "me", *sources, **texts) == "p/index.ts"


def test_a_folder_with_a_manifest_stands_for_its_main_file() -> None:
    texts = {"a__y__package_json": '{"main": "."}', "a__z__package_json": '{"main": "deep/it"}'}
    assert found("a/x.js", "./y", "a/y/index.js", **texts) == "a/y/index.js"
    assert found("a/x.js", "./z", "a/z/deep/it.js", **texts) == "a/z/deep/it.js"
