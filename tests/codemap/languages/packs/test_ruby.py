"""Ruby: what one file says, and what its names mean in others."""

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Extraction, Symbol
from maia.codemap.quality.gate import judge
from maia.codemap.resolve.edges import NOTHING, Resolver
from maia.codemap.resolve.program import Program, qualified_name

SAMPLE = """# frozen_string_literal: true

module Shop
  # Something that
  # is sold.
  class Item < Base::Thing
    include Comparable

    LIMIT = 10
    attr_accessor :name, :price
    attr_reader :code

    def initialize(name, price = 0, *rest, key:, **options, &block)
      @name = name
      @cache ||= {}
    end

    def self.build(...) = new(...)

    class << self
      def count; end

      private

      def secret; end
    end

    alias title name
    alias_method :cost, :price
    define_method(:dynamic) { 1 }

    def ==(other) = true
    def value=(value); end
    def sold?; end

    protected

    def near; end

    private

    def far; end
    public def open_again; end

    def listed; end
    public :listed
  end

  class Item::Part; end
  Point = Struct.new(:x, :y)
  Failed = Class.new(StandardError)
end

def helper; end
"""


def read(text: str) -> Extraction:
    pack = load_pack("ruby")
    assert pack is not None
    return extract(pack, text)


def named(text: str) -> dict[str, Symbol]:
    found = read(text).symbols
    return {qualified_name(found, index, "::"): each for index, each in enumerate(found)}


def edges(**files: str) -> list[str]:
    texts = {f"{name.replace('__', '/')}.rb": text for name, text in files.items()}
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
    verdict = judge("ruby")
    assert verdict.is_green, (verdict.missing, verdict.surplus)


def test_definitions_with_their_kinds() -> None:
    found = {name: each.kind for name, each in named(SAMPLE).items()}
    assert found == {
        "Shop": "module",
        "Shop::Item": "class",
        "Shop::Item::LIMIT": "constant",
        "Shop::Item::name": "property",
        "Shop::Item::price": "property",
        "Shop::Item::code": "property",
        "Shop::Item::initialize": "constructor",
        "Shop::Item::@name": "field",
        "Shop::Item::@cache": "field",
        "Shop::Item::build": "method",
        "Shop::Item::count": "method",
        "Shop::Item::secret": "method",
        "Shop::Item::title": "method",
        "Shop::Item::cost": "method",
        "Shop::Item::dynamic": "method",
        "Shop::Item::==": "method",
        "Shop::Item::value=": "method",
        "Shop::Item::sold?": "method",
        "Shop::Item::near": "method",
        "Shop::Item::far": "method",
        "Shop::Item::open_again": "method",
        "Shop::Item::listed": "method",
        "Shop::Item::Part": "class",
        "Shop::Point": "class",
        "Shop::Point::x": "property",
        "Shop::Point::y": "property",
        "Shop::Failed": "class",
        "helper": "function",
    }


def test_places_signatures_and_comments() -> None:
    found = named(SAMPLE)
    item, made = found["Shop::Item"], found["Shop::Item::initialize"]
    assert (item.line, item.column, item.end_line) == (6, 9, 47)
    assert item.doc == "Something that\nis sold."
    assert item.signature == "class Item < Base::Thing"
    assert made.signature == ("def initialize(name, price = 0, *rest, key:, **options, &block)")
    name = found["Shop::Item::name"]
    assert (name.line, name.column) == (10, 20)
    assert found["Shop::Item::code"].signature == "attr_reader :code"
    assert found["Shop::Item::count"].signature == "class << self; def count; end"
    assert found["Shop::Item::Part"].owner == "Item"


def test_visibility_by_the_words_above_and_around() -> None:
    found = {
        name.rpartition("::")[2]: each.visibility
        for name, each in named(SAMPLE).items()
        if each.visibility != "public"
    }
    assert found == {"secret": "private", "near": "protected", "far": "private"}


def test_a_class_that_is_opened_in_several_files_has_the_members_of_all() -> None:
    found = edges(
        lib__box="class Box < Thing\n  def one; two; end\nend\n",
        lib__box__more="class Box\n  def two; one; end\nend\n",
        main="box = Box.new\nbox.one\nbox.two\n",
    )
    assert "call lib/box.rb:2 -> lib/box/more.rb Box::two" in found
    assert "call lib/box/more.rb:2 -> lib/box.rb Box::one" in found
    assert "new main.rb:1 -> lib/box.rb Box" in found
    assert "call main.rb:3 -> lib/box/more.rb Box::two" in found


def test_methods_of_the_class_and_of_its_instances_are_apart() -> None:
    found = edges(
        a="class A\n  def self.call = new.call\n  def call = help\n  def help; end\n"
        "  def self.help; end\nend\nA.call\nA.help\nA.new.help\nA.missing\n"
    )
    assert "new a.rb:2 -> a.rb A" in found
    assert "unknown A.missing" in found[-1]
    text = edges(a="class A\n  def only; end\n  def self.mine = only\nend\nA.only\n")
    assert [each for each in text if each.startswith("call")] == ["call a.rb:5 -> unknown A.only"]


def test_a_method_is_never_seen_from_everywhere() -> None:
    found = edges(a="def helper; end\n", b="helper\n", c='require_relative "a"\nhelper\n')
    assert "read b.rb:1 -> unknown helper" in found
    assert "call c.rb:2 -> a.rb helper" in found


def test_constants_are_found_by_nesting_and_only_so() -> None:
    found = edges(
        a="module M\n  class Inner; end\n  class Other\n    Inner\n  end\nend\n",
        b="class M::Third\n  Inner\n  M::Inner\nend\nInner\n",
    )
    assert "read a.rb:4 -> a.rb M::Inner" in found
    assert "read b.rb:2 -> unknown Inner" in found
    assert "read b.rb:3 -> a.rb M::Inner" in found
    assert "read b.rb:5 -> unknown Inner" in found


def test_super_is_the_method_of_the_same_name_above() -> None:
    found = edges(
        a="class A\n  def go(x); end\n  def self.make; end\nend\n"
        "class B < A\n  def go(x)\n    super\n  end\n  def self.make = super()\nend\n"
    )
    assert "call a.rb:7 -> a.rb A::go" in found
    assert "call a.rb:9 -> a.rb A::make" in found


def test_the_last_module_that_is_mixed_in_comes_first() -> None:
    found = edges(
        a="module One\n  def x; end\nend\nmodule Two\n  def x; end\nend\n"
        "class A\n  include One\n  include Two\n  def y = x\nend\n"
    )
    assert "call a.rb:10 -> a.rb Two::x" in found


def test_a_variable_is_no_call() -> None:
    found = edges(a="def name; end\ndef f(name)\n  name\nend\ndef g\n  name\nend\n")
    assert [each for each in found if each.endswith("a.rb name")] == ["call a.rb:6 -> a.rb name"]


def test_broken_code_still_yields_what_can_be_had() -> None:
    found = read("class A\n  def one; end\n  x = [1,\nend\nclass B; end\n")
    assert {"one", "B"} <= {each.name for each in found.symbols}
    assert found.problems == ("extract.broken",)


def test_a_block_keeps_its_variables_to_itself() -> None:
    found = edges(
        a="class A\n  def go; end\nend\nclass B\n  def go; end\nend\n"
        "one { x = A.new; x.go }\ntwo do\n  x = B.new\n  x.go\nend\nx.go\n"
    )
    calls = [each for each in found if each.endswith("go")]
    assert calls == [
        "call a.rb:7 -> a.rb A::go",
        "call a.rb:10 -> a.rb B::go",
        "call a.rb:12 -> unknown x.go",
    ]


def test_a_class_of_others_that_is_opened_here_stays_theirs() -> None:
    found = edges(
        lib__extras="class String\n  def shout; end\n  def self.make; end\nend\n",
        main="String.new\nString.make\nString.try_convert(1)\n",
    )
    assert found == [
        "new main.rb:1 -> external String",
        "read main.rb:2 -> external String",
        "call main.rb:2 -> lib/extras.rb String::make",
        "read main.rb:3 -> external String",
        "call main.rb:3 -> external String.try_convert",
    ]
