import signal
import socket
import subprocess
import threading

import pytest

pytestmark = pytest.mark.bwrap

KEY = "this-is-the-key"
BOTH = pytest.mark.usefixtures("backend", "user")
STRONG = pytest.mark.usefixtures("user")  # bubblewrap alone can do it

WORKS = {
    "write in the launch folder": "echo x > made && mkdir -p a/b && mv made a/b && rm -r a",
    "change a file in place": "sed -i s/first/second/ source && grep -q second source",
    "write a temporary file": 'f=$(mktemp) && echo x > "$f" && rm "$f"',
    "read the system": "cat /etc/passwd > /dev/null && ls / > /dev/null && ls ~ > /dev/null",
    "read outside": 'test "$(cat ../elsewhere/file)" = elsewhere && cat ~/document ~/.config/plain ~/.bashrc > /dev/null',
    "use the devices": "echo x > /dev/null && head -c 8 /dev/urandom | wc -c && echo > /dev/full || test $? = 1",
    "a here-document beyond a pipe": 'x=$(head -c 200000 /dev/zero | tr "\\0" x); wc -c <<< "$x"',
    "process substitution": "diff <(echo a) <(echo a)",
    "a background process": "sleep 0.05 & wait $!",
    "commit": "echo more >> source && git add -A && git commit -qm more && git log --oneline | wc -l | grep -q 2",
    "branches, stashes, tags": "git checkout -qb other && echo x >> source && git stash -q && git stash pop -q && git tag t && git gc -q",
}

REFUSED = {
    "write outside": "echo x > ../elsewhere/made",
    "change a file outside": "echo x >> ../elsewhere/file",
    "empty a file outside": ": > ../elsewhere/file",
    "remove a file outside": "rm -f ../elsewhere/file",
    "truncate a file outside": "truncate -s 0 ../elsewhere/file",
    "move a file outside away": "mv ../elsewhere/file taken",
    "link a file outside into the launch folder": "ln ../elsewhere/file linked && echo x >> linked",
    "write outside through a link": "ln -s ../elsewhere/file linked && echo x >> linked",
    "a start-up file": "echo evil >> ~/.bashrc",
    "a start-up file that is not there": "echo evil > ~/.bash_profile",
    "the home folder": "echo x > ~/made",
    "a service of the user": "mkdir -p ~/.config/systemd/user",
    "read a key": "cat ~/.ssh/id_ed25519",
    "read a file of credentials": "cat ~/.npmrc",
    "read credentials deep down": "cat ~/.config/gcloud/token.db",
    "copy a key by another name": "cp -r ~/.ssh stolen && cat stolen/id_ed25519",
    "read a key through a link": "ln -s ~/.ssh ssh && cat ssh/id_ed25519",
    "hard-link a key": "ln ~/.npmrc stolen && cat stolen",
    "uncover a key in a user namespace of one's own": "unshare -Urm /bin/bash -c 'umount ~/.ssh; mount -o remount,rw,bind /; cat ~/.ssh/id_ed25519'",
    "settings of the kernel": "echo x > /proc/sys/kernel/core_pattern",
    "mount": "mount -o remount,rw / || mount --bind ~ ~/",
}

REFUSED_INSIDE = {
    "a new hook": "echo evil > .git/hooks/pre-commit",
    "the configuration of git": "git config core.fsmonitor ./evil",
    "the configuration of git, by hand": "echo evil >> .git/config",
    "another git folder in its place": "mv .git .git-old && git init -q .",
    "another folder of hooks": "mv .git/hooks .git/old && mkdir .git/hooks",
    "remove the hooks": "rm -rf .git/hooks/*; rmdir .git/hooks",
    "direnv": "echo evil > .envrc",
    "our settings": "mkdir -p .maia && echo evil > .maia/settings.json",
    "settings of others": "mkdir -p .claude && echo evil > .claude/settings.json",
    "tasks of an editor": "mkdir -p .vscode && echo evil > .vscode/tasks.json",
    "MCP servers": "echo evil > .mcp.json",
    "a rename onto a protected name": "echo evil > x && mv x .envrc && ! test -d .envrc",
    "a link on a protected name": "ln -sfn /tmp .envrc && test -L .envrc",
}

DANGEROUS = {"settings of the kernel", "mount"}  # these would be done


def state(ground):
    """All that must be the same afterwards."""
    found = {}
    for folder in (ground.home, ground.elsewhere):
        found |= {path: path.read_text() for path in folder.rglob("*") if path.is_file()}
    git = ground.project / ".git"
    found |= {path: path.read_text() for path in [git / "config", *git.glob("hooks/*")]}
    return found


@BOTH
@pytest.mark.parametrize("name", WORKS)
def test_work_inside_goes_on_as_ever(ground, name):
    ran = ground.one(WORKS[name])
    assert ran.code == 0, ran.said


@BOTH
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_outside_is_out_of_reach(ground, name):
    before = state(ground)
    ran = ground.one(REFUSED[name])
    assert ran.code != 0, ran.said
    assert KEY not in ran.said
    assert state(ground) == before
    assert not (ground.home / ".bash_profile").exists()


@pytest.mark.parametrize("name", sorted({*REFUSED, *REFUSED_INSIDE} - DANGEROUS))
def test_without_a_sandbox_the_same_is_possible(ground, name):
    ground.backend = "none"
    assert ground.one({**REFUSED, **REFUSED_INSIDE}[name]).code == 0


@STRONG
@pytest.mark.parametrize("name", REFUSED_INSIDE)
def test_what_acts_later_is_out_of_reach_inside(ground, name):
    before = state(ground)
    names = {path.name for path in ground.project.iterdir()}
    ran = ground.one(REFUSED_INSIDE[name])
    assert ran.code != 0, ran.said
    assert state(ground) == before
    assert {path.name for path in ground.project.iterdir()} - names <= {"x", ".envrc.lock"}


@BOTH
@pytest.mark.parametrize("name", ["commit", "write in the launch folder", "change a file in place"])
def test_nothing_is_written_where_all_is_read_only(ground, name):
    ground.sandbox = "read-only"
    before = state(ground)
    ran, looked, temporary = ground.run(WORKS[name], "cat source; git log", 'echo x > "$(mktemp)"')
    assert ran.code != 0
    assert looked.code == 0, looked.said
    assert temporary.code == 0, temporary.said
    assert (ground.project / "source").read_text() == "first\n"
    assert not (ground.project / ".envrc").exists()
    assert state(ground) == before


@STRONG
def test_git_sees_nothing_of_what_holds_names_free(ground):
    status, init = ground.run(
        "git status --short --ignored; git add -A; git status --short", "ls -A"
    )
    assert (status.code, status.said) == (0, "")
    assert ".envrc" in init.said
    assert sorted(path.name for path in ground.project.iterdir()) == [".git", "source"]


@STRONG
def test_names_stay_held_while_something_runs(ground):
    first, second, third = ground.run(
        "sleep 2 > /dev/null 2>&1 & :", "test -d .envrc", "echo evil > .envrc"
    )
    assert (first.code, second.code) == (0, 0)
    assert third.code != 0
    assert not (ground.project / ".envrc").is_file()


@STRONG
def test_what_git_would_be_misled_by_is_put_aside(ground):
    made, then = ground.run("echo /tmp/evil > .git/commondir", "git status --short")
    assert made.code == 0
    assert made.undone == [str(ground.project / ".git" / "commondir")]
    assert then.code == 0, then.said


@STRONG
def test_a_folder_without_git_gets_none(ground):
    ground.launch = ground.elsewhere
    ran = ground.one(
        "git init -q . || { mkdir -p .git/hooks && echo evil > .git/hooks/pre-commit; }"
    )
    assert ran.code != 0
    assert sorted(path.name for path in ground.elsewhere.iterdir()) == ["file"]


@STRONG
def test_a_protected_name_that_is_a_link_is_restored(ground):
    (ground.project / "shared.envrc").write_text("mine")
    (ground.project / ".envrc").symlink_to("shared.envrc")
    kept, replaced = ground.run(
        "echo evil > .envrc", "rm .envrc && echo evil > .envrc && cat .envrc"
    )
    assert kept.code != 0
    assert (replaced.code, replaced.said) == (0, "evil\n")
    assert replaced.undone == [str(ground.project / ".envrc")]
    assert (ground.project / ".envrc").read_text() == "mine"


@BOTH
def test_further_places_can_be_opened_and_hidden(ground):
    (ground.home / "cache").mkdir()
    ground.sandbox = {"writable": ["../home/cache", "../absent"]}
    ground.unreadable = [ground.elsewhere / "file", ground.elsewhere / "absent"]
    wrote, other, read = ground.run(
        "echo x > ~/cache/made", "echo x > ~/made", "cat ../elsewhere/file"
    )
    assert wrote.code == 0, wrote.said
    assert other.code != 0
    assert read.code != 0
    assert "elsewhere\n" not in read.said


@STRONG
def test_a_protected_name_can_be_opened_by_name(ground):
    ground.sandbox = {"writable": [".vscode", ".git/config"]}
    made, configured, other = ground.run(
        "mkdir .vscode && echo x > .vscode/tasks.json",
        "echo '# x' >> .git/config",
        "echo x > .envrc",
    )
    assert (made.code, configured.code) == (0, 0), made.said + configured.said
    assert other.code != 0


@BOTH
def test_the_launch_folder_may_be_reached_by_a_link(ground):
    link = ground.base / "link"
    link.symlink_to(ground.project)
    ground.launch = link
    wrote, outside = ground.run(
        "echo x > made && git add -A && pwd -P", "echo x > ../elsewhere/made"
    )
    assert (wrote.code, wrote.said) == (0, f"{ground.project}\n")
    assert outside.code != 0


@BOTH
def test_in_a_home_folder_what_starts_with_a_dot_is_closed(ground):
    ground.launch = ground.home
    (ground.home / "work").mkdir()
    before = state(ground)
    wrote, startup, absent, key = ground.run(
        "echo x > work/made && rm work/made && echo more > document",
        "echo evil >> .bashrc",
        "echo evil > .zshenv",
        "cat .ssh/id_ed25519",
    )
    assert wrote.code == 0, wrote.said
    assert 0 not in (startup.code, absent.code, key.code)
    before[ground.home / "document"] = "more\n"
    assert state(ground) == before


@BOTH
@pytest.mark.parametrize("wide", ["base", "root"])
def test_around_a_home_folder_nothing_is_writable(ground, wide):
    ground.launch = {"base": ground.base, "root": ground.base.parents[-1]}[wide]
    before = state(ground)
    ran, reads = ground.run(f"echo x > {ground.elsewhere}/made", "ls > /dev/null")
    assert ran.code != 0
    assert reads.code == 0, reads.said
    assert state(ground) == before


@STRONG
def test_a_worktree_commits_to_its_repository(ground):
    tree = ground.base / "tree"
    ground.git("worktree", "add", "-q", str(tree), "-b", "side")
    ground.launch = tree
    main = ground.project / ".git"
    commit, hook, config, link, common, source = ground.run(
        "echo x > made && git add -A && git commit -qm side",
        f"echo evil > {main}/hooks/pre-commit",
        f"echo evil >> {main}/config",
        "echo 'gitdir: /tmp/evil' > .git",
        f"echo /tmp/evil > {main}/worktrees/tree/commondir",
        f"echo x > {ground.project}/source",
    )
    assert commit.code == 0, commit.said
    assert 0 not in (hook.code, config.code, link.code, common.code, source.code)


@STRONG
def test_a_link_to_a_git_folder_that_does_not_point_back_opens_nothing(ground):
    victim = ground.elsewhere / "victim"
    victim.mkdir()
    ground.git("init", "-q", str(victim))
    ground.launch = ground.base / "tree"
    ground.launch.mkdir()
    (ground.launch / ".git").write_text(f"gitdir: {victim}/.git\n")
    ran = ground.one(f"echo x > {victim}/.git/made")
    assert ran.code != 0


@STRONG
def test_submodules_are_protected_too(ground):
    ground.git("init", "-q", str(ground.elsewhere / "library"))
    ground.git("commit", "-q", "--allow-empty", "-m", "x", folder=ground.elsewhere / "library")
    ground.git("submodule", "--quiet", "add", str(ground.elsewhere / "library"), "deps/library")
    commit, hook, config, link, moved, modules = ground.run(
        "cd deps/library && echo x > y && git add y && git -c user.name=a -c user.email=b commit -qm y",
        "echo evil > .git/modules/deps/library/hooks/pre-commit",
        "echo evil >> .git/modules/deps/library/config",
        "echo 'gitdir: /tmp/evil' > deps/library/.git",
        "mv deps old && mkdir -p deps/library && echo evil > deps/library/.git",
        "mv .git/modules .git/old",
    )
    assert commit.code == 0, commit.said
    assert 0 not in (hook.code, config.code, link.code, moved.code, modules.code)


@STRONG
def test_a_folder_inside_a_repository_can_commit(ground):
    inner = ground.project / "packages" / "one"
    inner.mkdir(parents=True)
    ground.launch = inner
    commit, hook, outside = ground.run(
        "echo x > made && git add -A && git commit -qm inner && git status --short",
        "echo evil > ../../.git/hooks/pre-commit",
        "echo x > ../../source",
    )
    assert (commit.code, commit.said) == (0, "")
    assert 0 not in (hook.code, outside.code)


@BOTH
@pytest.mark.parametrize(
    ("code", "command"), [(0, "true"), (1, "false"), (42, "exit 42"), (127, "absent-command")]
)
def test_exit_codes_pass_through(ground, code, command):
    assert ground.one(command).code == code


@BOTH
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_death_by_signal_is_told(ground, backend, number):
    code = ground.one(f"kill -{int(number)} $$").code
    # bubblewrap ends with the code that a shell gives for the signal
    assert code == (128 + number if backend == "bubblewrap" else -number)


@BOTH
def test_both_outputs_come_in_order(ground):
    ran = ground.one("for i in 1 2 3 4 5; do echo o$i; echo e$i >&2; done")
    assert ran.said.split() == [f"{kind}{i}" for i in range(1, 6) for kind in "oe"]


@pytest.fixture
def server():
    listening = socket.create_server(("127.0.0.1", 0))

    def answer():
        while True:
            try:
                peer, _ = listening.accept()
            except OSError:
                return
            peer.sendall(b"hello from outside\n")
            peer.close()

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    yield listening.getsockname()[1]
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()
    thread.join(10)


@BOTH
@pytest.mark.parametrize("network", [True, False])
def test_a_server_outside_is_reached_with_network_only(ground, server, network):
    ground.sandbox = {"network": network}
    ran = ground.one(f"cat < /dev/tcp/127.0.0.1/{server}")
    assert ("hello from outside" in ran.said) is network
    assert (ran.code == 0) is network


@BOTH
def test_no_datagram_leaves_without_network(ground):
    ran = ground.one("echo x > /dev/udp/192.0.2.1/53")
    assert ran.code != 0, ran.said


LOOPBACK = """
import socket, threading
listening = socket.create_server(("127.0.0.1", 0))
peer = socket.create_connection(listening.getsockname())
print("connected")
"""


@STRONG
def test_a_command_reaches_its_own_server_without_network(ground):
    (ground.project / "loop.py").write_text(LOOPBACK)
    ran = ground.one("/usr/bin/env python3 loop.py")
    assert ran.said == "connected\n"


@pytest.fixture
def stranger():
    process = subprocess.Popen(["sleep", "300"], start_new_session=True)
    yield process
    process.kill()
    process.wait()


@STRONG
def test_processes_outside_are_neither_seen_nor_signalled(ground, stranger):
    seen, killed = ground.run("ls -d /proc/[0-9]* | wc -l", f"kill -9 {stranger.pid}")
    assert int(seen.said) < 10
    assert killed.code != 0
    assert stranger.poll() is None


@pytest.mark.usefixtures("backend")
def test_processes_outside_keep_their_environment_to_themselves(ground, stranger):
    environment = f"/proc/{stranger.pid}/environ"
    alone, confined = ground.run(f"cat {environment}", "true")
    assert alone.code != 0
    assert confined.code == 0


@pytest.mark.usefixtures("backend")
def test_processes_outside_cannot_be_signalled(ground, stranger):
    ran = ground.one(f"kill -9 {stranger.pid}")
    if "sandbox.weak_signals" in ground.weaknesses:
        pytest.skip("Landlock of this kernel cannot")
    assert ran.code != 0
    assert stranger.poll() is None


@STRONG
def test_places_that_variables_name_are_hidden(ground):
    (ground.elsewhere / "kube").write_text(KEY)
    (ground.elsewhere / "xdg" / "gh").mkdir(parents=True)
    (ground.elsewhere / "xdg" / "gh" / "hosts.yml").write_text(KEY)
    ground.variables = {
        "KUBECONFIG": f"/absent:{ground.elsewhere}/kube",
        "XDG_CONFIG_HOME": f"{ground.elsewhere}/xdg",
    }
    ran = ground.run("cat ../elsewhere/kube", "cat ../elsewhere/xdg/gh/hosts.yml")
    assert [KEY in one.said for one in ran] == [False, False]
    assert 0 not in [one.code for one in ran]


@pytest.mark.parametrize("mode", ["workspace", "read-only"])
def test_a_project_in_a_folder_for_temporary_files_is_bound_as_well(ground, tmp_path, mode):
    ground.launch = tmp_path / "project"
    ground.launch.mkdir()
    ground.sandbox = mode
    wrote, envrc = ground.run("echo x > made", "echo x > .envrc")
    assert (wrote.code == 0) is (mode == "workspace")
    assert envrc.code != 0


def test_a_home_in_a_folder_for_temporary_files_is_bound_as_well(ground, tmp_path):
    ground.other_home = tmp_path / "home"
    (ground.other_home / ".ssh").mkdir(parents=True)
    (ground.other_home / ".ssh" / "id").write_text(KEY)
    startup, key = ground.run("echo evil > ~/.bashrc", "cat ~/.ssh/id")
    assert 0 not in (startup.code, key.code)
    assert KEY not in key.said


@BOTH
def test_the_sandbox_of_a_parent_holds_in_its_children(ground):
    ran = ground.one("setsid bash -c 'exec env -i /bin/bash -c \"echo x > ../elsewhere/made\"'")
    assert ran.code != 0
    assert not (ground.elsewhere / "made").exists()


@BOTH
def test_environment_and_arguments_pass_unchanged(ground):
    ran = ground.one("printf '%s|%s' \"$ODD\" $'a\\tb'; printf '|%s' \"$PWD\"", ODD="é $x \n'\"")
    assert ran.said == f"é $x \n'\"|a\tb|{ground.project}"
