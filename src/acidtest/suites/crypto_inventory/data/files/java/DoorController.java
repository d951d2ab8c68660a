package de.schliesstechnik.door;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.SecretKeySpec;

public class DoorController {
    private final KeyPair own;

    public DoorController() throws GeneralSecurityException {
        KeyPairGenerator kpg = KeyPairGenerator.getInstance("EC");
        kpg.initialize(new ECGenParameterSpec("secp256r1"));
        own = kpg.generateKeyPair();
    }

    public SecretKeySpec session(PublicKey card) throws GeneralSecurityException {
        KeyAgreement ka = KeyAgreement.getInstance("ECDH");
        ka.init(own.getPrivate());
        ka.doPhase(card, true);
        byte[] h = MessageDigest.getInstance("SHA-256").digest(ka.generateSecret());
        return new SecretKeySpec(Arrays.copyOf(h, 16), "AES");
    }

    public byte[] frame(SecretKeySpec key, byte[] sixteen) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key);
        return cipher.doFinal(sixteen);
    }
}
