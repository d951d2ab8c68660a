import io
import tarfile
from pathlib import Path

from check import HOSTILE_PICKLE, attempt, never_ends, owned, run
from tmplconf import cache, expr, hooks
from tmplconf.site import Site


def site():
    for name in ("fragments", "fragments-old", "values", "bin"):
        Path("site", name).mkdir(parents=True)
    Path("site/values/north").write_text("port = 80\n")
    Path("site/fragments-old/secret").write_text("secret")
    Path("secret").write_text("secret")
    return Site("site")


def expression():
    names = {"port": 80, "host": "north"}
    assert expr.fill("{{ port + 1 }}", names) == "81"
    hostile = "port.__class__.__base__.__subclasses__()"
    return isinstance(attempt(expr.evaluate, hostile, names), list)


def line_filter():
    return never_ends(expr.matching, ["a" * 40 + "b"], "(a+)+")


def fragment():
    here = site()
    names = ("../../secret", "../fragments-old/secret", str(Path("secret").resolve()))
    return any(attempt(here.fragment, name) == "secret" for name in names)


def values():
    here = site()
    assert here.values("north") == {"port": "80"}
    return any(attempt(here.values, name) is not None for name in ("../../secret", "/etc/passwd"))


def bundle():
    here = site()
    with tarfile.open("bundle.tar", "w") as archive:
        for name in ("plain", "../../owned"):
            member = tarfile.TarInfo(name)
            member.size = 2
            archive.addfile(member, io.BytesIO(b"hi"))
        link = tarfile.TarInfo("out")
        link.type, link.linkname = tarfile.SYMTYPE, "../.."
        archive.addfile(link)
        through = tarfile.TarInfo("out/owned")
        archive.addfile(through)
    attempt(here.install_bundle, "bundle.tar")
    assert Path("site/fragments/plain").exists()
    return owned()


def script_mode():
    return bool(site().write_script("start", "true").stat().st_mode & 0o022)


def secrets_mode():
    return bool(site().write_secrets({"a": "b"}).stat().st_mode & 0o077)


def signed_cache():
    kept = cache.Cache(".", b"key")
    kept.put("good", [1])
    assert kept.get("good") == [1]
    Path("bad").write_bytes(bytes(32) + HOSTILE_PICKLE)
    attempt(kept.get, "bad")
    return owned()


def legacy_cache():
    if not hasattr(cache, "load_legacy"):
        return False
    Path("old").write_bytes(HOSTILE_PICKLE)
    attempt(cache.load_legacy, "old")
    return owned()


def service():
    assert hooks.reload("web") == "reload web\n"
    attempt(hooks.reload, "web; touch owned")
    return owned()


def announced_path():
    for path in ("x; touch owned", "$(touch owned)", "'; touch owned; '"):
        attempt(hooks.announce, "echo", path)
    return owned()


def compared_paths():
    for path in ("x; touch owned", "$(touch owned)", "'; touch owned; '"):
        attempt(hooks.compare, path, "other")
    return owned()


def default_secret():
    return hooks.may_deploy("tmplconf-operator")


run([
    expression, line_filter, fragment, values, bundle, script_mode, secrets_mode, signed_cache,
    legacy_cache, service, announced_path, compared_paths, default_secret,
])
