package org.civic.ballot;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Security;
import java.security.Signature;
import org.bouncycastle.jcajce.spec.MLDSAParameterSpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

public final class BallotNotary {
    private final KeyPair pair;

    public BallotNotary() throws GeneralSecurityException {
        Security.addProvider(new BouncyCastleProvider());
        KeyPairGenerator generator = KeyPairGenerator.getInstance("ML-DSA", "BC");
        generator.initialize(MLDSAParameterSpec.ml_dsa_87);
        pair = generator.generateKeyPair();
    }

    public byte[] tallyDigest(Iterable<byte[]> sheets) throws GeneralSecurityException {
        MessageDigest digest = MessageDigest.getInstance("SHA3-512");
        for (byte[] sheet : sheets) {
            digest.update(sheet);
        }
        return digest.digest();
    }

    public byte[] notarise(Iterable<byte[]> sheets) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("ML-DSA", "BC");
        signature.initSign(pair.getPrivate());
        signature.update(tallyDigest(sheets));
        return signature.sign();
    }
}
