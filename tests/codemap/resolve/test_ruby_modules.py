"""Which files Ruby requires."""

import pytest

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.resolve.modules.port import External, Files
from maia.codemap.resolve.modules.ruby import RubyModules
from maia.codemap.resolve.program import Program

FILES = {
    "lib/shop.rb": "",
    "lib/shop/item.rb": "",
    "app/models/order.rb": "",
    "app/services/pay/card.rb": "",
    "spec/spec_helper.rb": "",
    "gems/other/lib/other.rb": "",
    "script.rb": "",
}


def required(text: str, path: str = "lib/shop/main.rb") -> str | None:
    pack = load_pack("ruby")
    assert pack is not None
    files = {**FILES, path: text}
    program = Program.of((n, each, extract(pack, files[each])) for n, each in enumerate(files))
    position = program.by_path[path]
    wanted = program.extraction(position).imports[-1]
    found = RubyModules(program).find(position, wanted)
    if isinstance(found, External):
        return f"external {found.name}"
    return program.files[found.positions[0]].path if isinstance(found, Files) else None


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('require_relative "item"', "lib/shop/item.rb"),
        ('require_relative "../shop.rb"', "lib/shop.rb"),
        ('require_relative "missing"', None),
        ('require "shop"', "lib/shop.rb"),
        ("require 'shop/item'", "lib/shop/item.rb"),
        ('require "shop/missing"', None),
        ('require "spec_helper"', "spec/spec_helper.rb"),
        ('require "order"', "app/models/order.rb"),
        ('require "services/pay/card"', "app/services/pay/card.rb"),
        ('require "pay/card"', "app/services/pay/card.rb"),
        ('require "other"', "gems/other/lib/other.rb"),
        ('require "json"', "external json"),
        ('require "active_support/all"', "external active_support/all"),
        ('load "script.rb"', "script.rb"),
        ('load "none.rb"', None),
        ('autoload :Item, "shop/item"', "lib/shop/item.rb"),
        ('require File.expand_path("../item", __FILE__)', "lib/shop/item.rb"),
        ('require File.join(__dir__, "item")', "lib/shop/item.rb"),
    ],
)
def test_every_form(text: str, path: str | None) -> None:
    assert required(text) == path
