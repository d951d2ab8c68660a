package com.northpier.billing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;

/** Seals invoices so that the tax office can check them years later. */
public final class InvoiceSealer {
    private static final String SCHEME = "SHA256withRSA";
    private final KeyPair pair;

    public InvoiceSealer() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        this.pair = generator.generateKeyPair();
    }

    public String seal(String invoiceXml) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(SCHEME);
        signature.initSign(pair.getPrivate());
        signature.update(invoiceXml.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(signature.sign());
    }

    public static boolean check(PublicKey key, String invoiceXml, String seal)
            throws GeneralSecurityException {
        Signature signature = Signature.getInstance(SCHEME);
        signature.initVerify(key);
        signature.update(invoiceXml.getBytes(StandardCharsets.UTF_8));
        return signature.verify(Base64.getDecoder().decode(seal));
    }
}
