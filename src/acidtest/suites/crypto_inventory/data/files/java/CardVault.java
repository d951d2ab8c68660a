package com.northpier.payments;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.DESedeKeySpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

public class CardVault {
    private final SecretKey key;
    private final Mac mac;

    public CardVault(byte[] keyBytes, byte[] macBytes) throws GeneralSecurityException {
        key = SecretKeyFactory.getInstance("DESede").generateSecret(new DESedeKeySpec(keyBytes));
        mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(macBytes, "HmacSHA1"));
    }

    public byte[] store(byte[] pan) throws GeneralSecurityException {
        byte[] iv = new byte[8];
        new SecureRandom().nextBytes(iv);
        Cipher cipher = Cipher.getInstance("DESede/CBC/PKCS5Padding");
        cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(iv));
        byte[] body = cipher.doFinal(pan);
        byte[] record = Arrays.copyOf(iv, iv.length + body.length + mac.getMacLength());
        System.arraycopy(body, 0, record, iv.length, body.length);
        byte[] tag = mac.doFinal(Arrays.copyOf(record, iv.length + body.length));
        System.arraycopy(tag, 0, record, iv.length + body.length, tag.length);
        return record;
    }
}
