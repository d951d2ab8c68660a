package org.townhall.mirror;

import static org.apache.commons.codec.digest.DigestUtils.md5Hex;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.codec.digest.DigestUtils;

public class DownloadCheck {
    private final Path folder;

    public DownloadCheck(Path folder) {
        this.folder = folder;
    }

    public String etag(String name) throws IOException {
        try (InputStream in = Files.newInputStream(folder.resolve(name))) {
            return '"' + md5Hex(in) + '"';
        }
    }

    public boolean matches(String name) throws IOException {
        Path sums = folder.resolve(name + ".sum");
        String wanted = Files.readString(sums).split("\\s+")[0];
        try (InputStream in = Files.newInputStream(folder.resolve(name))) {
            return DigestUtils.sha512Hex(in).equalsIgnoreCase(wanted);
        }
    }
}
