package com.freightnet.partner;

import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Called first thing in main, before any provider is touched. */
public final class ChannelHardening {
    private static final List<String> OFF =
            List.of(
                    "SSLv3", "TLSv1", "TLSv1.1",
                    "RC4", "DES", "3DES_EDE_CBC", "MD5withRSA",
                    "RSA keySize < 3072", "DH keySize < 2048", "ECDH", "anon", "NULL");

    private ChannelHardening() {}

    public static void apply() {
        String name = "jdk.tls.disabledAlgorithms";
        List<String> merged = new ArrayList<>(OFF);
        String present = Security.getProperty(name);
        if (present != null) {
            Arrays.stream(present.split(",")).map(String::trim).filter(p -> !merged.contains(p)).forEach(merged::add);
        }
        Security.setProperty(name, String.join(", ", merged));
    }

    public static boolean isOff(String name) {
        return OFF.stream().anyMatch(o -> o.equals(name) || o.startsWith(name + " "));
    }
}
