"""Which files PHP uses and includes."""

import pytest

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.resolve.modules.php import PhpModules
from maia.codemap.resolve.modules.port import External, Files
from maia.codemap.resolve.program import Program

FILES = {
    "src/Model/User.php": r"<?php namespace Acme\Model; class User {}",
    "old/Model/User.php": r"<?php namespace Acme\Model; class User {}",
    "src/helpers.php": r"<?php namespace Acme; function money() {} const TAX = 1;",
    "tests/UserTest.php": r"<?php namespace Acme\Tests; class UserTest {}",
    "lib/Plain.php": "<?php class Plain {}",
    "lib/deep/a.php": "<?php",
    "web/config.php": "<?php",
}
COMPOSER = r"""{
    "autoload": {"psr-4": {"Acme\\": ["src/", "more"]}, "classmap": ["lib/"]},
    "autoload-dev": {"psr-4": {"Acme\\Tests\\": "tests"}}
}"""


def found(text: str, path: str = "web/index.php") -> str | None:
    pack = load_pack("php")
    assert pack is not None
    files = {**FILES, path: "<?php\n" + text}
    program = Program.of(
        ((n, each, extract(pack, files[each])) for n, each in enumerate(files)),
        {"composer.json": COMPOSER}.get,
    )
    position = program.by_path[path]
    wanted = program.extraction(position).imports[-1]
    module = PhpModules(program).find(position, wanted)
    if isinstance(module, External):
        return "external " + module.of(wanted.name)
    return program.files[module.positions[0]].path if isinstance(module, Files) else None


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (r"use Acme\Model\User;", "src/Model/User.php"),
        (r"use \Acme\Model\User as U;", "src/Model/User.php"),
        (r"use Acme\{Model\User};", "src/Model/User.php"),
        (r"use Acme\Tests\UserTest;", "tests/UserTest.php"),
        (r"use function Acme\money;", "src/helpers.php"),
        (r"use const Acme\TAX;", "src/helpers.php"),
        (r"use Acme\Model\Missing;", None),
        (r"use Symfony\Component\Yaml\Yaml;", r"external Symfony\Component\Yaml\Yaml"),
        ("use Plain;", "lib/Plain.php"),
        ("use Exception;", "external Exception"),
        ("require 'config.php';", "web/config.php"),
        ("require_once(__DIR__ . '/config.php');", "web/config.php"),
        ("include __DIR__ . '/../lib/Plain.php';", "lib/Plain.php"),
        ("include dirname(__DIR__) . '/lib/Plain.php';", "lib/Plain.php"),
        ("include dirname(__FILE__, 1) . '/x.php';", None),
        ('include_once dirname(dirname(__FILE__)) . "/lib/Plain.php";', "lib/Plain.php"),
        ("require 'lib/Plain.php';", "lib/Plain.php"),
        ("require ROOT . '/deep/a.php';", "lib/deep/a.php"),
        ("require $dir . '/config.php';", None),
        ("require $file;", None),
    ],
)
def test_every_form(text: str, path: str | None) -> None:
    assert found(text) == path
