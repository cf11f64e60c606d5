"""The permissions as the person sees them: rules by file, mode, trust."""

from collections.abc import Iterable
from dataclasses import dataclass

from maia.agent.contracts.errors import SettingsError
from maia.agent.contracts.operations import Remembering
from maia.agent.contracts.profiles import PROFILES, Profile
from maia.agent.runtime.policy import Policy
from maia.facades.repl.style import Style
from maia.facades.shown_text import harmless
from maia.i18n import Catalogue
from maia.workspace.terminal_text import visible

_SESSION: Remembering = "session"
"""The source of a rule that lives no longer than the conversation."""


@dataclass(frozen=True, slots=True)
class ShownRule:
    """One rule, whose family is its badge, and where it was read."""

    family: str
    rule: str
    source: str


@dataclass(frozen=True, slots=True)
class PolicyFacts:
    """What the rules, the mode and the trust are at one moment.

    `ignored` are the grants of a folder that is not trusted; `broken` what is wrong with a file.
    """

    profile: Profile
    folder: str
    trusted: bool
    rules: tuple[ShownRule, ...] = ()
    ignored: tuple[ShownRule, ...] = ()
    broken: SettingsError | None = None


def policy_facts(policy: Policy) -> PolicyFacts:
    """Look at `policy` and at the files behind it: call it in a thread."""
    broken: SettingsError | None = None
    ignored: tuple[ShownRule, ...] = ()
    try:
        loaded = policy.read_rules()
    except SettingsError as error:
        broken = error
    else:
        broken = loaded.broken
        ignored = tuple(ShownRule("allow", str(rule), rule.source) for rule in loaded.ignored)
    return PolicyFacts(
        profile=policy.profile,
        folder=str(policy.launch_folder),
        trusted=policy.launch_folder in policy.trusted,
        rules=tuple(ShownRule(family, str(rule), rule.source) for family, rule in policy.rules()),
        ignored=ignored,
        broken=broken,
    )


def profile_text(profile: Profile, catalogue: Catalogue, style: Style) -> str:
    """The mode in use and what it does; `bypass` in the colour of failures."""
    said = catalogue.text("repl.mode", mode=profile, means=catalogue.text(f"profile.{profile}"))
    return style.bad(said) if profile == "bypass" else said


def profiles_text(current: Profile, catalogue: Catalogue, style: Style) -> str:
    """All modes, the one in use marked."""
    lines = [profile_text(current, catalogue, style)]
    for profile in PROFILES:
        mark = "▸" if profile == current else " "
        lines.append(f"  {mark} {profile:<14}{catalogue.text(f'profile.{profile}')}")
    return "".join(f"{line}\n" for line in lines)


def permissions_text(facts: PolicyFacts, catalogue: Catalogue, style: Style) -> str:
    """Mode, trust, then the rules by file, those of this session last."""
    trust = "repl.folder_trusted" if facts.trusted else "repl.folder_not_trusted"
    text = profile_text(facts.profile, catalogue, style) + "\n"
    text += catalogue.text(trust, folder=visible(facts.folder)) + "\n"
    if facts.broken is not None:
        said = catalogue.text(facts.broken.key, **facts.broken.values)
        text += f"{style.badge('warning')} {harmless(said)}\n"
    if not facts.rules:
        text += catalogue.text("repl.no_rules") + "\n"
    for source in _sources(facts.rules):
        name = catalogue.text("repl.session_rules") if source == _SESSION else visible(source)
        text += f"{name}\n" + _list(facts.rules, source, style)
    return text + ignored_text(facts, catalogue, style)


def ignored_text(facts: PolicyFacts, catalogue: Catalogue, style: Style) -> str:
    """What the folder's files would grant, by file, each rule whole."""
    text = ""
    for source in _sources(facts.ignored):
        text += catalogue.text("repl.ignored_of", path=visible(source)) + "\n"
        text += _list(facts.ignored, source, style)
    return text


def first_lines(facts: PolicyFacts, catalogue: Catalogue, style: Style) -> str:
    """What a person should know before the first request; usually nothing."""
    text = ""
    if facts.profile != "ask":
        text += profile_text(facts.profile, catalogue, style) + "\n"
    if facts.ignored:
        files = ", ".join(map(visible, _sources(facts.ignored)))
        said = catalogue.text("repl.ignored", count=len(facts.ignored), files=files)
        text += f"{style.badge('warning')} {said}\n"
    return text


def _sources(rules: Iterable[ShownRule]) -> list[str]:
    """Where the rules were read, in order, the session last."""
    found = dict.fromkeys(rule.source for rule in rules)
    return sorted(found, key=lambda source: source == _SESSION)


def _list(rules: Iterable[ShownRule], source: str, style: Style) -> str:
    return "".join(
        f"  {style.badge(each.family)} {visible(each.rule)}\n"
        for each in rules
        if each.source == source
    )
