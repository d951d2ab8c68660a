package io.meshway.tunnel;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import javax.crypto.Cipher;
import javax.crypto.KEM;
import javax.crypto.KeyAgreement;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

public final class PeerTunnel {
    /** What goes to the peer, and what stays here. */
    public record Opening(byte[] hello, SecretKey key) {}

    public Opening open(PublicKey lattice, PublicKey curve) throws GeneralSecurityException {
        try {
            KEM.Encapsulator sender = KEM.getInstance("ML-KEM-768").newEncapsulator(lattice);
            KEM.Encapsulated secret = sender.encapsulate(0, 32, "AES");
            return new Opening(secret.encapsulation(), secret.key());
        } catch (NoSuchAlgorithmException | IllegalArgumentException old) {
            return openOld(curve);
        }
    }

    private Opening openOld(PublicKey curve) throws GeneralSecurityException {
        KeyPair mine = KeyPairGenerator.getInstance("X25519").generateKeyPair();
        KeyAgreement agreement = KeyAgreement.getInstance("X25519");
        agreement.init(mine.getPrivate());
        agreement.doPhase(curve, true);
        byte[] raw = MessageDigest.getInstance("SHA-256").digest(agreement.generateSecret());
        return new Opening(mine.getPublic().getEncoded(), new SecretKeySpec(raw, "AES"));
    }

    public Cipher records() throws GeneralSecurityException {
        return Cipher.getInstance("AES/GCM/NoPadding");
    }
}
