package kr.go.region.docs;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.Security;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** 전자문서 유통 봉투 (행정망 구간). */
public class AriaEnvelope {
    static {
        Security.addProvider(new BouncyCastleProvider());
    }

    private static final int ROUNDS = 210_000;
    private final SecureRandom random = new SecureRandom();

    public byte[][] wrap(char[] passphrase, byte[] document) throws GeneralSecurityException {
        byte[] salt = new byte[16];
        byte[] nonce = new byte[12];
        random.nextBytes(salt);
        random.nextBytes(nonce);
        SecretKeyFactory factory = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
        byte[] raw = factory.generateSecret(new PBEKeySpec(passphrase, salt, ROUNDS, 256)).getEncoded();
        Cipher cipher = Cipher.getInstance("ARIA/GCM/NoPadding", "BC");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(raw, "ARIA"), new GCMParameterSpec(128, nonce));
        return new byte[][] {salt, nonce, cipher.doFinal(document)};
    }
}
