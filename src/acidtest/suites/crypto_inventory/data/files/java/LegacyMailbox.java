package net.oldpost.mailbox;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

public class LegacyMailbox {
    enum Animal {
        BLOW("fish"),
        STAR("ling");

        final String tail;

        Animal(String tail) {
            this.tail = tail;
        }

        String species() {
            return name().charAt(0) + name().substring(1).toLowerCase() + tail;
        }
    }

    private final SecretKeySpec key;

    public LegacyMailbox(byte[] secret) {
        key = new SecretKeySpec(secret, Animal.BLOW.species());
    }

    public byte[] read(byte[] stored) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(String.join("/", key.getAlgorithm(), "ECB", "PKCS5Padding"));
        cipher.init(Cipher.DECRYPT_MODE, key);
        return cipher.doFinal(stored);
    }

    public byte[] folderId(String folder) throws GeneralSecurityException {
        int generation = 2 + 3;
        return MessageDigest.getInstance("MD" + generation).digest(folder.getBytes());
    }
}
