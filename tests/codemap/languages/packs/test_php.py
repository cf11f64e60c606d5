"""PHP: what one file says, and what its names mean in others."""

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Extraction, Symbol
from maia.codemap.quality.gate import judge
from maia.codemap.resolve.edges import NOTHING, Resolver
from maia.codemap.resolve.program import Program, qualified_name

SAMPLE = r"""<?php

declare(strict_types=1);

namespace Acme\Shop;

use Acme\Base;

const TAX = 0.2;
define('MODE', 'live');

/**
 * Something that
 * is sold.
 */
#[Entity('item'), \Other\Mark]
abstract class Item extends Base implements Sold, \Countable
{
    use Named;

    public const LIMIT = 10, MORE = 2;
    private const ?string KIND = null;

    protected ?Price $price = null;

    /** @var Shelf */
    private $shelf;

    public static int $one = 1, $two;

    public function __construct(private readonly string $name, int $count = 0)
    {
    }

    /** @return Price|null */
    protected function price(Item ...$others)
    {
    }

    abstract public static function make(int|string $id): ?static;
}

interface Sold extends Known { function sold(): bool; }
trait Named { private function name() {} }
enum Size: string { case Small = 's'; const FIRST = self::Small; }

function helper(array $x = [1]): Item { return new class extends Item { function odd() {} }; }
"""


def read(text: str) -> Extraction:
    pack = load_pack("php")
    assert pack is not None
    return extract(pack, text)


def named(text: str) -> dict[str, Symbol]:
    found = read(text).symbols
    return {qualified_name(found, index, "."): each for index, each in enumerate(found)}


def edges(**files: str) -> list[str]:
    texts = {f"{name.replace('__', '/')}.php": "<?php\n" + text for name, text in files.items()}
    program = Program.of((n, path, read(text)) for n, (path, text) in enumerate(texts.items()))
    resolver, found = Resolver(program), list[str]()
    for position, file in enumerate(program.files):
        for edge in resolver.edges(position):
            if edge.target == NOTHING:
                target = f"{edge.how} {edge.name}"
            elif edge.target < 0:
                target = program.files[~edge.target].path
            else:
                path = program.files[program.position_of(edge.target)].path
                target = f"{path} {program.qualified(edge.target)}"
            found.append(f"{edge.kind} {file.path}:{edge.line} -> {target}")
    return found


def test_the_gate_is_green() -> None:
    verdict = judge("php")
    assert verdict.is_green, (verdict.missing, verdict.surplus)


def test_definitions_with_their_kinds_and_types() -> None:
    found = {name: (each.kind, each.type) for name, each in named(SAMPLE).items()}
    assert found == {
        "TAX": ("constant", "=0.2"),
        "MODE": ("constant", "='live'"),
        "Item": ("class", ""),
        "Item.LIMIT": ("constant", "=10"),
        "Item.MORE": ("constant", "=2"),
        "Item.KIND": ("constant", "?string"),
        "Item.price": ("method", "Price"),
        "Item.shelf": ("property", "Shelf"),
        "Item.one": ("property", "int"),
        "Item.two": ("property", "int"),
        "Item.__construct": ("constructor", ""),
        "Item.name": ("property", "string"),
        "Item.make": ("method", "?static"),
        "Sold": ("interface", ""),
        "Sold.sold": ("method", "bool"),
        "Named": ("trait", ""),
        "Named.name": ("method", ""),
        "Size": ("enum", ""),
        "Size.Small": ("enum_member", ""),
        "Size.FIRST": ("constant", "=self::Small"),
        "helper": ("function", "Item"),
        "helper.class": ("class", ""),
        "helper.class.odd": ("method", ""),
    }


def test_places_signatures_comments_and_visibility() -> None:
    found = named(SAMPLE)
    item = found["Item"]
    assert (item.line, item.column, item.end_line) == (17, 16, 41)
    assert item.doc == "Something that\nis sold."
    assert item.signature == r"abstract class Item extends Base implements Sold, \Countable"
    assert item.decorators == ("Entity", r"Other\Mark")
    assert found["Item.shelf"].signature == "private $shelf"
    assert found["Item.make"].signature == (
        "abstract public static function make(int|string $id): ?static"
    )
    hidden = {name for name, each in found.items() if each.visibility == "private"}
    assert hidden == {"Item.KIND", "Item.shelf", "Item.name", "Named.name"}
    assert found["Item.price"].visibility == "protected"
    assert read(SAMPLE).namespace == r"Acme\Shop"


def test_properties_and_methods_of_one_name_are_apart() -> None:
    found = edges(
        a="class A { private A $x; function x(): B { return $this->x; } }\n"
        "class B { function only() {} }\n$a = new A();\n$a->x()->only();\n"
    )
    assert "call a.php:5 -> a.php B::only" in found


def test_names_are_those_of_the_namespace_or_imported() -> None:
    found = edges(
        a=r"namespace A; class Thing { static function go() {} } function run() {}",
        b="namespace B;\nThing::go();\n\\A\\Thing::go();\nrun();\n\\A\\run();\nuse A\\Thing as T;\nT::go();",
        c="namespace A;\nThing::go();\nnamespace\\run();\n",
        d="use A;\nA\\Thing::go();\n",
    )
    calls = [each for each in found if each.startswith("call")]
    assert calls == [
        "call b.php:3 -> unknown Thing.go",
        "call b.php:4 -> a.php Thing::go",
        "call b.php:5 -> unknown run",
        "call b.php:6 -> a.php run",
        "call b.php:8 -> a.php Thing::go",
        "call c.php:3 -> a.php Thing::go",
        "call c.php:4 -> a.php run",
        "call d.php:3 -> a.php Thing::go",
    ]


def test_functions_fall_back_to_the_global_ones_and_classes_do_not() -> None:
    found = edges(
        a="function helper() {} class Thing { static function go() {} }",
        b="namespace B;\nhelper();\nThing::go();\nstrlen('x');\n",
        c="helper();\nThing::go();\n",
    )
    assert "call b.php:3 -> a.php helper" in found
    assert "call b.php:4 -> unknown Thing.go" in found
    assert "call b.php:5 -> external strlen" in found
    assert "call c.php:3 -> a.php Thing::go" in found


def test_a_function_does_not_see_the_variables_of_its_file() -> None:
    found = edges(
        a="class A { function go() {} }\n$a = new A();\n$a->go();\n"
        "function f() { $a->go(); }\nfunction g() { global $a; $a->go(); }\n"
    )
    calls = [each for each in found if each.startswith("call")]
    assert calls == [
        "call a.php:4 -> a.php A::go",
        "call a.php:5 -> unknown $a.go",
        "call a.php:6 -> a.php A::go",
    ]


def test_a_type_of_several_classes_is_none() -> None:
    found = edges(
        a="class A { function go() {} }\nclass B { function go() {} }\n"
        "function f(A|B $x, ?A $y, A|null $z) {\n$x->go();\n$y->go();\n$z?->go(); }\n"
    )
    calls = [each for each in found if each.startswith("call")]
    assert calls == [
        "call a.php:5 -> unknown $x.go",
        "call a.php:6 -> a.php A::go",
        "call a.php:7 -> a.php A::go",
    ]


def test_what_a_trait_gives_comes_before_what_is_inherited() -> None:
    found = edges(
        a="class P { function x() {} }\ntrait T { function x() {} }\n"
        "class C extends P { use T; function y() { $this->x(); parent::x(); } }\n"
    )
    assert "call a.php:4 -> a.php T::x" in found


def test_broken_code_still_yields_what_can_be_had() -> None:
    found = read("<?php\nclass A { function one() {} function two( }\nclass B {}\n")
    assert "one" in {each.name for each in found.symbols}
    assert found.problems == ("extract.broken",)


def test_what_an_anonymous_class_is_given_is_said_outside_of_it() -> None:
    found = edges(
        a="class A { private $x; function f() {\nreturn new class($this->x) {\n"
        "private $x; function g() {\nreturn $this->x; } }; } }\n"
    )
    assert [each for each in found if each.startswith("read")] == [
        "read a.php:3 -> a.php A::x",
        "read a.php:5 -> a.php A::f::class::x",
    ]


def test_a_comment_may_say_the_type_of_a_variable() -> None:
    found = edges(
        a="class A { function go() {} }\nfunction f($all) {\n/** @var A $x */\n"
        "$x = $all[0];\n$x->go(); }\n"
    )
    assert "call a.php:6 -> a.php A::go" in found
