import codecs

import pytest

from maia.codemap.languages import HEAD_BYTES, Why, detect

NAMES = [
    ("src/app.py", "python"),
    ("Makefile", "make"),
    ("docker/Dockerfile", "dockerfile"),
    ("Dockerfile.prod", "dockerfile"),
    ("go.mod", "go-mod"),
    ("CMakeLists.txt", "cmake"),
    ("requirements-dev.txt", "pip-requirements"),
    ("Jenkinsfile", "groovy"),
    (".gitignore", "git-ignore"),
    (".env.local", "dotenv"),
    ("Cargo.lock", "toml"),
    ("tsconfig.json", "jsonc"),
    ("package.json", "json"),
    ("BUILD", "starlark"),
    ("LICENSE", "plain-text"),
    ("LICENSE.md", "markdown"),
    ("notes d'été.txt", "plain-text"),
    ("vue/Panneau.vue", "vue"),
    ("a.b.c.html.erb", "erb"),
    ("vues/accueil.blade.php", "blade"),
    ("index.d.ts", "typescript"),
    ("App.TSX", "tsx"),
    ("MAIN.PY", "python"),
    ("main.F90", "fortran"),
    ("start.S", "assembly"),
    ("stats.R", "r"),
    ("outil.C", "cpp"),
    ("config.h.in", "c"),
    ("settings.py.example", "python"),
    ("Makefile.in", "make"),
    ("app.zig", "zig"),
    ("build.gradle.kts", "kotlin"),
    ("schéma.sql", "sql"),
    ("modèle.sv", "systemverilog"),
    ("données.csv", "csv"),
    ("main.tf", "terraform"),
    ("x.cob", "cobol"),
    ("a/b.dir/Vagrantfile", "ruby"),
]

SHEBANGS = [
    ("run", "#!/bin/sh\necho a\n", "bash"),
    ("run", "#!/usr/bin/env python3\n", "python"),
    ("run", "#!/usr/bin/python3.11 -u\n", "python"),
    ("run", "#! /usr/bin/perl -w\n", "perl"),
    ("run", "#!/usr/bin/env -S uv run --script\n", "python"),
    ("run", "#!/usr/bin/env -S deno run --allow-net\n", "typescript"),
    ("run", "#!/usr/bin/env -S npx tsx\n", "typescript"),
    ("run", "#!/usr/bin/env LANG=C node\n", "javascript"),
    ("run", "#!/usr/bin/env nix-shell\n#!nix-shell -p python3 -i python3\n", "python"),
    ("run", '#!/bin/sh\n# \\\nexec tclsh "$0" "$@"\n', "tcl"),
    ("run", '#!/bin/sh\n"exec" "python" "$0" "$@"\n', "python"),
    ("run", "#!/usr/bin/env bash\r\necho a\r\n", "bash"),
    ("outil.sh", "#!/bin/zsh\nsetopt x\n", "zsh"),
    ("run.py", "#!/usr/bin/env bash\n", "bash"),
    ("essai.t", "#!/usr/bin/env raku\n", "raku"),
    ("cgi-bin/compte.cgi", "#!/usr/bin/env python\n", "python"),
    ("run", "\ufeff#!/usr/bin/ruby\n", "ruby"),
]

MODELINES = [
    ("README", "x", "plain-text", Why.FILE_NAME),
    ("script", "# vim: set ft=python ts=4:\n", "python", Why.MODELINE),
    ("script", "// vim: ft=javascript\n", "javascript", Why.MODELINE),
    ("script", "/* vim: set sw=4 filetype=cpp : */\n", "cpp", Why.MODELINE),
    ("script", "x\n" * 40 + "# vi: syntax=ruby\n", "ruby", Why.MODELINE),
    ("script", ";; -*- mode: scheme; coding: utf-8 -*-\n", "scheme", Why.MODELINE),
    ("script", "# -*- Python -*-\n", "python", Why.MODELINE),
    ("script", "#!/bin/sh\n# -*- mode: tcl -*-\n", "tcl", Why.MODELINE),
    ("script", "x\n# Local Variables:\n# mode: perl\n# End:\n", "perl", Why.MODELINE),
    ("script", "/* -*- c++ -*- */\n", "cpp", Why.MODELINE),
    ("vec.h", "// -*- C++ -*-\n", "cpp", Why.MODELINE),
    ("vec.h", "/* -*- Mode: C; tab-width: 4 -*- */\nclass A {\n", "c", Why.MODELINE),
    ("list.cpp", "/* -*- Mode: C; tab-width: 4 -*- */\n", "cpp", Why.EXTENSION),
    ("doc.txt", "*guide.txt*\n\n vim:tw=78:ft=help:norl:\n", "vim-help", Why.MODELINE),
    ("liste.py", "# -*- coding: latin-1 -*-\n", "python", Why.EXTENSION),
    ("liste.py", "# vim: set ts=4 sw=4:\n", "python", Why.EXTENSION),
    ("liste.py", "# vim: ft=klingon\n", "python", Why.EXTENSION),
    ("cli.ts", "#!/usr/bin/env node\n", "typescript", Why.EXTENSION),
    ("cli.js", "#!/usr/bin/env bun\n", "javascript", Why.EXTENSION),
]

CONTENTS = [
    ("a.h", "#ifndef A_H\n#define A_H\nint add(int a, int b);\n#endif\n", "c", Why.EXTENSION),
    ("a.h", '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n', "c", Why.EXTENSION),
    ("a.h", "/* Une classe d'objets :\nclass des formes\n*/\nint f(void);\n", "c", Why.EXTENSION),
    (
        "a.h",
        "/* Une note :\n   explicit casts\n   virtual memory (x) */\nint f(void);\n",
        "c",
        Why.EXTENSION,
    ),
    ("a.h", "struct A {\n  virtual ~A();\n};\n", "cpp", Why.CONTENT),
    ("a.h", "#pragma once\nnamespace panier {\nclass Article;\n}\n", "cpp", Why.CONTENT),
    ("a.h", "#include <vector>\nint total(void);\n", "cpp", Why.CONTENT),
    ("a.h", "template <typename T> T plus(T a);\n", "cpp", Why.CONTENT),
    ("a.h", "struct A {\n  A() = default;\n};\n", "cpp", Why.CONTENT),
    (
        "a.h",
        "#import <UIKit/UIKit.h>\n@interface Panier : NSObject\n@end\n",
        "objective-c",
        Why.CONTENT,
    ),
    ("a.hh", "<?hh\nfunction f(): void {}\n", "hack", Why.CONTENT),
    ("a.hh", "class A {};\n", "cpp", Why.EXTENSION),
    ("a.m", '#import "A.h"\n@implementation A\n@end\n', "objective-c", Why.CONTENT),
    ("a.m", "function r = aire(x)\n% Calcule l'aire.\nr = x^2;\nend\n", "matlab", Why.CONTENT),
    ("a.m", ":- module hello.\n:- interface.\n", "mercury", Why.CONTENT),
    ("a.m", '(* Paquet *)\nBeginPackage["Aire`"]\nf[x_] := x^2\n', "mathematica", Why.CONTENT),
    ("a.m", 'HELLO ; premier essai\n W "bonjour",!\n Q\n', "mumps", Why.CONTENT),
    ("a.pl", "use strict;\nuse warnings;\nmy %h = (a => 1);\n", "perl", Why.CONTENT),
    ("a.pl", ":- use_module(library(lists)).\npere(jean, luc).\n", "prolog", Why.CONTENT),
    ("a.pl", "ancetre(X, Y) :- parent(X, Y).\n", "prolog", Why.CONTENT),
    ("a.pl", "use v6;\nsay 'bonjour';\n", "raku", Why.CONTENT),
    ("a.pm", "package Panier;\nuse strict;\n1;\n", "perl", Why.CONTENT),
    ("a.pm", "unit module Panier;\n", "raku", Why.CONTENT),
    ("a.pm", "/* XPM */\nstatic char *x[] = {\n", "xpm", Why.CONTENT),
    ("a.t", "use Test::More tests => 1;\nok(1);\n", "perl", Why.CONTENT),
    ("a.t", 'var total : int := 0\nput "total"\n', "turing", Why.CONTENT),
    ("a.v", "module compteur(input clk);\nendmodule\n", "verilog", Why.CONTENT),
    (
        "a.v",
        "Require Import Arith.\nTheorem t : 1 = 1.\nProof. reflexivity. Qed.\n",
        "rocq",
        Why.CONTENT,
    ),
    ("a.v", "module main\n\nfn main() {\n\tprintln('bonjour')\n}\n", "v", Why.CONTENT),
    ("a.ts", "export const a: number = 1;\n", "typescript", Why.EXTENSION),
    (
        "fr.ts",
        '<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS language="fr">\n',
        "qt-linguist",
        Why.CONTENT,
    ),
    ("a.tsx", '<?xml version="1.0"?>\n<tileset name="sol">\n', "tiled-tileset", Why.CONTENT),
    ("a.tsx", "export const A = () => <p>été</p>;\n", "tsx", Why.EXTENSION),
    ("a.sql", "SELECT 1;\n", "sql", Why.EXTENSION),
    (
        "a.sql",
        "CREATE FUNCTION f() RETURNS int AS $$ BEGIN END; $$ LANGUAGE plpgsql;\n",
        "plpgsql",
        Why.CONTENT,
    ),
    ("a.sql", "SET NOCOUNT ON\nSELECT * FROM [dbo].[article]\nGO\n", "tsql", Why.CONTENT),
    ("a.sql", "create or replace package body p is\n", "plsql", Why.CONTENT),
    ("a.r", "moyenne <- function(x) mean(x)\n", "r", Why.EXTENSION),
    ("a.r", 'REBOL [\n  Title: "Essai"\n]\n', "rebol", Why.CONTENT),
    ("a.d", "module essai;\nimport std.stdio;\n", "d", Why.EXTENSION),
    ("a.d", "obj/main.o: src/main.c \\\n src/main.h\n", "make", Why.CONTENT),
    ("a.d", "syscall::read:entry\n{ @n = count(); }\n", "dtrace", Why.CONTENT),
    ("a.d", "python$target:::function-entry\n/x/\n{\n}\n", "dtrace", Why.CONTENT),
    ("a.cls", "\\NeedsTeXFormat{LaTeX2e}\n\\ProvidesClass{these}\n", "latex", Why.CONTENT),
    ("a.cls", "public with sharing class Panier {\n}\n", "apex", Why.EXTENSION),
    (
        "a.cls",
        'VERSION 1.0 CLASS\nBEGIN\nEND\nAttribute VB_Name = "A"\n',
        "visual-basic",
        Why.CONTENT,
    ),
    ("a.cls", "Class Ma.Classe Extends %Persistent\n{\n}\n", "objectscript", Why.CONTENT),
    ("a.cls", "USING Progress.Lang.*.\nCLASS panier.Article:\n", "openedge-abl", Why.CONTENT),
    ("a.pro", "QT += core gui\nSOURCES += main.cpp\n", "qmake", Why.CONTENT),
    ("a.pro", "-keep class com.exemple.** { *; }\n", "proguard", Why.CONTENT),
    ("a.pro", "pere(jean, luc).\n", "prolog", Why.CONTENT),
    ("a.pro", "pro trace, x\n  plot, x\nend\n", "idl", Why.CONTENT),
    ("a.inc", "<?php\n$a = 1;\n", "php", Why.CONTENT),
    ("a.inc", 'SRC_URI = "git://exemple"\ninherit cmake\n', "bitbake", Why.CONTENT),
    ("a.inc", "#declare Rouge = rgb <1,0,0>;\n", "pov-ray", Why.CONTENT),
    ("a.inc", "procedure Ajoute(Prix: Integer);\nbegin\n", "pascal", Why.CONTENT),
    ("a.inc", "%macro entree 1\n  push ebp\n%endmacro\n", "assembly", Why.CONTENT),
    ("a.inc", "#define MAXIMUM 5\nstatic int f(int a);\n", "cpp", Why.CONTENT),
    ("a.inc", '<div class="pied">Été</div>\n', "html", Why.CONTENT),
    ("a.fs", "module Panier\n\nlet total = 0\n", "fsharp", Why.CONTENT),
    ("a.fs", "#version 330\nout vec4 c;\nvoid main() { c = vec4(1); }\n", "glsl", Why.CONTENT),
    ("a.fs", ": carre ( n -- n ) dup * ;\n", "forth", Why.CONTENT),
    ("a.f", "      PROGRAM ESSAI\n      END\n", "fortran", Why.EXTENSION),
    ("a.f", ": carre dup * ;\n", "forth", Why.CONTENT),
    ("a.l", "%{\n#include <stdio.h>\n%}\n%%\n", "lex", Why.CONTENT),
    ("a.l", "(defun carre (x) (* x x))\n", "common-lisp", Why.CONTENT),
    ("a.l", "(de carre (X) (* X X))\n", "picolisp", Why.CONTENT),
    ("a.lsp", "(define (carre x) (* x x))\n", "newlisp", Why.CONTENT),
    ("a.mod", "IMPLEMENTATION MODULE Pile;\nFROM InOut IMPORT WriteLn;\n", "modula-2", Why.CONTENT),
    ("a.mod", "set VILLES;\nparam cout{VILLES};\nminimize total: 1;\n", "ampl", Why.CONTENT),
    ("a.ms", ".TL\nUn titre\n.PP\n", "roff", Why.EXTENSION),
    ("a.md", "# Titre\n\nDu texte.\n", "markdown", Why.EXTENSION),
    ("i386.md", '(define_insn "addsi3"\n  [(set)])\n', "gcc-machine-description", Why.CONTENT),
    ("a.rs", "fn main() {}\n", "rust", Why.EXTENSION),
    ("a.rs", '<?xml version="1.0"?>\n<a/>\n', "xml", Why.CONTENT),
    ("a.rs", "#pragma version(1)\n#pragma rs java_package_name(a)\n", "renderscript", Why.CONTENT),
    ("a.sc", "object Panier extends App\n", "scala", Why.EXTENSION),
    ("a.sc", "SynthDef(\\a, { Out.ar(0, SinOsc.ar(440)) }).add;\n", "supercollider", Why.CONTENT),
    ("a.st", "PROGRAM Essai\nVAR\n  a : INT;\nEND_VAR\n", "structured-text", Why.CONTENT),
    ("a.st", "Object subclass: #Panier\n", "smalltalk", Why.CONTENT),
    ("a.st", "accueil(nom) ::= <<Bonjour $nom$>>\n", "stringtemplate", Why.CONTENT),
    ("a.tst", "gap> 1+1;\n2\n", "gap", Why.CONTENT),
    ("a.tst", "// Essai\nassert_checkequal(1, 1);\n", "scilab", Why.CONTENT),
    ("a.w", "\\input cwebmac\n@* Introduction.\n", "cweb", Why.EXTENSION),
    ("a.w", "&ANALYZE-SUSPEND _VERSION-NUMBER\n", "openedge-abl", Why.CONTENT),
    ("a.bas", 'Attribute VB_Name = "Module1"\n', "visual-basic", Why.CONTENT),
    ("a.bas", '#include "fbgfx.bi"\n', "freebasic", Why.CONTENT),
    ("a.bas", '10 PRINT "BONJOUR"\n', "basic", Why.EXTENSION),
    ("a.ch", "#define K_ESC 27\n", "xbase", Why.CONTENT),
    ("a.cl", "__kernel void f(__global float *x) {}\n", "opencl", Why.CONTENT),
    ("a.cl", "(in-package :panier)\n", "common-lisp", Why.CONTENT),
    ("a.cl", "class Main inherits IO {\n", "cool", Why.CONTENT),
    ("a.cs", "using System;\nclass A {}\n", "csharp", Why.EXTENSION),
    ("a.cs", "!Panier methodsFor: 'ajout'!\n", "smalltalk", Why.CONTENT),
    ("a.e", "class PANIER\nfeature\n", "eiffel", Why.CONTENT),
    ("a.e", "include std/io.e\nglobal procedure p()\nend procedure\n", "euphoria", Why.CONTENT),
    ("a.es", "-module(essai).\n", "erlang", Why.CONTENT),
    ("a.es", "export default 1;\n", "javascript", Why.EXTENSION),
    ("a.g", "grammar Calcul;\noptions { }\n", "antlr", Why.CONTENT),
    ("a.g", "InstallMethod( Ordre, [ IsGroup ] );\n", "gap", Why.CONTENT),
    ("a.gs", "function doGet(e) { return 1; }\n", "javascript", Why.EXTENSION),
    ("a.gs", "uses java.util.List\n", "gosu", Why.CONTENT),
    ("a.gd", "extends Node2D\n", "gdscript", Why.EXTENSION),
    ("a.j", ".class public A\n.super java/lang/Object\n", "jasmin", Why.CONTENT),
    ("a.j", "@import <Foundation/Foundation.j>\n", "objective-j", Why.CONTENT),
    ("a.lua", "local a = 1\n", "lua", Why.EXTENSION),
    ("a.lua", "--!strict\nlocal a: number = 1\n", "luau", Why.CONTENT),
    ("a.as", "package panier {\n  public class A {}\n}\n", "actionscript", Why.CONTENT),
    ("a.pp", "class panier { }\n", "puppet", Why.EXTENSION),
    ("a.pp", "unit Panier;\ninterface\n", "pascal", Why.CONTENT),
    ("a.scm", "(define (f x) x)\n", "scheme", Why.EXTENSION),
    (
        "tags.scm",
        "(function_definition name: (identifier) @name) @definition.function\n",
        "tree-sitter-query",
        Why.CONTENT,
    ),
    ("a.sls", "nginx:\n  pkg.installed:\n    - name: nginx\n", "saltstack", Why.CONTENT),
    ("a.spec", "Name: panier\nVersion: 1\n", "rpm-spec", Why.EXTENSION),
    ("a.spec", "a = Analysis(['main.py'])\n", "python", Why.CONTENT),
    ("a.ftl", "<#if a>bonjour</#if>\n", "freemarker", Why.CONTENT),
    ("fr.ftl", "bonjour = Bonjour { $nom }\n", "fluent", Why.CONTENT),
    ("_helpers.tpl", '{{- define "a.nom" -}}\n', "go-template", Why.CONTENT),
    ("a.tpl", "{foreach $a as $b}\n", "smarty", Why.EXTENSION),
    ("50-usb.rules", 'SUBSYSTEM=="usb", MODE="0666"\n', "udev", Why.CONTENT),
    ("site.conf", "server {\n  listen 80;\n}\n", "nginx", Why.CONTENT),
    ("a.conf", "[main]\na=1\n", "ini", Why.CONTENT),
    ("ls.1", ".TH LS 1\n.SH NOM\n", "roff", Why.CONTENT),
    ("a.mo", 'import Array "mo:base/Array";\nactor {\n', "motoko", Why.CONTENT),
    ("a.mo", "model Pendule\n  Real x;\nend Pendule;\n", "modelica", Why.CONTENT),
    ("sans_extension", '<?xml version="1.0"?><a/>\n', "xml", Why.CONTENT),
    ("sans_extension", "<!DOCTYPE html>\n<p>Été</p>\n", "html", Why.CONTENT),
    ("sans_extension", "<?php echo 1;\n", "php", Why.CONTENT),
    ("sans_extension", '{"a": 1}\n', "json", Why.CONTENT),
    ("changes", "diff --git a/x b/x\n", "diff", Why.CONTENT),
    ("_git_panier", "#compdef git-panier\n", "zsh", Why.CONTENT),
]

NOTHING = [
    ("app.unknownlang", b"nothing\n"),
    ("sans_extension", b"Du texte, sans plus.\n"),
    ("journal.1", b"ligne 1\n"),
    ("film.ts", b"G" + bytes(187) + b"G" + bytes(187) + b"G"),
    ("fr.mo", b"\xde\x12\x04\x95\x00\x00\x00\x00"),
    ("données.nc", b"CDF\x01\x00\x00"),
    ("", b""),
    ("dossier/", b"x"),
    (".caché", b"x"),
]


@pytest.mark.parametrize(("path", "language"), NAMES)
def test_a_name_is_enough(path: str, language: str) -> None:
    found = detect(path, b"")
    assert found
    assert found.language.id == language


@pytest.mark.parametrize(("path", "text", "language"), SHEBANGS)
def test_the_interpreter_tells(path: str, text: str, language: str) -> None:
    found = detect(path, text.encode())
    assert found
    assert (found.language.id, found.why) == (language, Why.SHEBANG)


@pytest.mark.parametrize(("path", "text", "language", "why"), MODELINES)
def test_mode_lines_count_more_than_an_extension_but_not_than_a_closer_one(
    path: str, text: str, language: str, why: Why
) -> None:
    found = detect(path, text.encode())
    assert found
    assert (found.language.id, found.why) == (language, why)


@pytest.mark.parametrize(("path", "text", "language", "why"), CONTENTS)
def test_the_content_tells_where_the_name_does_not(
    path: str, text: str, language: str, why: Why
) -> None:
    found = detect(path, text.encode())
    assert found
    assert (found.language.id, found.why) == (language, why)


@pytest.mark.parametrize(("path", "text", "language", "why"), CONTENTS)
def test_line_ends_and_marks_change_nothing(path: str, text: str, language: str, why: Why) -> None:
    windows = text.replace("\n", "\r\n")
    for head in (
        windows.encode(),
        codecs.BOM_UTF8 + text.encode(),
        codecs.BOM_UTF16_LE + windows.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + text.encode("utf-32-le"),
        text.encode("latin-1"),
        text.replace("\n", "\r").encode(),
    ):
        found = detect(path, head)
        assert found
        assert (found.language.id, found.why) == (language, why)


@pytest.mark.parametrize(("path", "head"), NOTHING)
def test_what_is_not_known_is_none(path: str, head: bytes) -> None:
    assert detect(path, head) is None


def test_case_d03_files_that_are_not_utf8_keep_their_language() -> None:
    heads = {
        "latin.py": ("def facture_française(): pass\n".encode("latin-1"), "python"),
        "cyr.js": ("// Привет\nfunction cyr_fn() {}\n".encode("cp1251"), "javascript"),
        "sj.c": ("/* 日本 */\nint sj_fn(void);\n".encode("shift_jis"), "c"),
        "bom.go": (codecs.BOM_UTF8 + b"package p\n", "go"),
        "wide.cs": ("class Wide { }\n".encode("utf-16"), "csharp"),
    }
    for path, (head, language) in heads.items():
        found = detect(path, head)
        assert found
        assert found.language.id == language


def test_a_mode_line_at_the_end_of_a_head_that_is_not_the_whole_file_is_not_the_last_line() -> None:
    line = b"# vim: ft=ruby\n"
    cut = b"x\n" * ((HEAD_BYTES - len(line)) // 2) + b"x" + line
    assert len(cut) == HEAD_BYTES
    assert detect("script", cut) is None
    found = detect("script", cut[2:])
    assert found
    assert found.language.id == "ruby"


def test_only_the_head_is_looked_at() -> None:
    assert detect("x", b" " * HEAD_BYTES + b"\n# vim: ft=ruby\n") is None
