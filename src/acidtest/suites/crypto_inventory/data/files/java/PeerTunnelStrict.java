package io.meshway.tunnel;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import javax.crypto.Cipher;
import javax.crypto.KEM;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/** Tunnel without fallback: a peer that only offers X25519 is refused. */
public final class PeerTunnelStrict {
    private static final String SCHEME = "ML-KEM-1024";

    public byte[] seal(PublicKey peer, byte[] first, java.util.function.Consumer<byte[]> hello)
            throws GeneralSecurityException {
        KEM.Encapsulated secret = KEM.getInstance(SCHEME).newEncapsulator(peer).encapsulate(0, 32, "AES");
        hello.accept(secret.encapsulation());
        return record(secret.key(), 0, first);
    }

    private static byte[] record(SecretKey key, long number, byte[] body) throws GeneralSecurityException {
        byte[] nonce = new byte[12];
        for (int i = 0; i < 8; i++) {
            nonce[11 - i] = (byte) (number >>> (8 * i));
        }
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));
        return cipher.doFinal(body);
    }
}
