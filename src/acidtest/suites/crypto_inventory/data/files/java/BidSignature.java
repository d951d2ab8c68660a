package kr.co.bidlink.tender;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;

/**
 * 입찰서 전자서명. 2012년 이전 입찰서는 유한체 기반 서명, 이후는 타원곡선 기반 서명이다.
 */
public class BidSignature {
    private static final String PROVIDER = "MJC";
    private static final String OLD = "HAS160withKCDSA";
    private static final String NEW = "SHA256withECKCDSA";

    public KeyPair newBidder() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("ECKCDSA", PROVIDER);
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    public byte[] sign(KeyPair pair, byte[] bid) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(NEW, PROVIDER);
        signature.initSign(pair.getPrivate());
        signature.update(bid);
        return signature.sign();
    }

    public boolean verify(PublicKey key, byte[] bid, byte[] seal, int year) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(year < 2012 ? OLD : NEW, PROVIDER);
        signature.initVerify(key);
        signature.update(bid);
        return signature.verify(seal);
    }
}
