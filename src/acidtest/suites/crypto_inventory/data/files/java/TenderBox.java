package pl.przetargi.box;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import javax.crypto.Cipher;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

public class TenderBox {
    static {
        Security.addProvider(new BouncyCastleProvider());
    }

    public static KeyPair bidderKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("DSA");
        generator.initialize(1024);
        return generator.generateKeyPair();
    }

    public static KeyPair boxKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("ElGamal", "BC");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    public static byte[] hide(PublicKey box, byte[] price) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("ElGamal/None/PKCS1Padding", "BC");
        cipher.init(Cipher.ENCRYPT_MODE, box);
        return cipher.doFinal(price);
    }

    public static byte[] sign(KeyPair bidder, byte[] bid) throws GeneralSecurityException {
        Signature s = Signature.getInstance("SHA1withDSA");
        s.initSign(bidder.getPrivate());
        s.update(bid);
        return s.sign();
    }
}
