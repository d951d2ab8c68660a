"""A site: its folder of templates, fragments and values."""

import hashlib
import os
import tarfile
from pathlib import Path


class Site:
    PASSWORD_KEY = "password"

    def __init__(self, root):
        self.root = Path(root)

    def fragment(self, name):
        """The text of an included fragment; names come from templates."""
        path = os.path.join(self.root, "fragments", name)
        with open(path, encoding="utf-8") as handle:
            return handle.read()

    def values(self, site):
        """The values of one of our sites."""
        if site not in os.listdir(self.root / "values"):
            raise KeyError(site)
        path = os.path.join(self.root, "values", site)
        with open(path, encoding="utf-8") as lines:
            pairs = (line.split("=", 1) for line in lines if "=" in line)
            return {key.strip(): value.strip() for key, value in pairs}

    def masked(self, values):
        """The values as they may be shown."""
        return {k: "***" if k == self.PASSWORD_KEY else v for k, v in values.items()}

    def fingerprint(self, text):
        """Names the cached result of a text; a clash costs one rendering."""
        return hashlib.md5(text.encode()).hexdigest()

    def install_bundle(self, bundle):
        """Unpack a bundle of fragments from the exchange."""
        with tarfile.open(bundle) as archive:
            archive.extractall(self.root / "fragments", filter="fully_trusted")

    def write_script(self, name, text):
        """A start script that every account may run."""
        path = self.root / "bin" / os.path.basename(name)
        path.write_text(text, encoding="utf-8")
        os.chmod(path, 0o755)
        return path

    def write_secrets(self, values):
        path = self.root / "secrets.env"
        path.write_text("".join(f"{k}={v}\n" for k, v in values.items()), encoding="utf-8")
        os.chmod(path, 0o666)
        return path
