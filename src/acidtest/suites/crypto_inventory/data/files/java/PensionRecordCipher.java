package kr.co.hanbit.pension;

import java.security.MessageDigest;
import java.security.Security;
import org.bouncycastle.crypto.BufferedBlockCipher;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.engines.SEEDEngine;
import org.bouncycastle.crypto.modes.CBCBlockCipher;
import org.bouncycastle.crypto.paddings.PaddedBufferedBlockCipher;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;

/** 연금 가입자 기록 암복호화. 구 시스템(2004) 전문과 호환되어야 한다. */
public class PensionRecordCipher {
    private final byte[] key;

    public PensionRecordCipher(byte[] key) {
        this.key = key.clone();
    }

    public byte[] decrypt(byte[] iv, byte[] record) throws InvalidCipherTextException {
        return run(false, iv, record);
    }

    public byte[] encrypt(byte[] iv, byte[] record) throws InvalidCipherTextException {
        return run(true, iv, record);
    }

    private byte[] run(boolean forward, byte[] iv, byte[] in) throws InvalidCipherTextException {
        BufferedBlockCipher cipher =
                new PaddedBufferedBlockCipher(CBCBlockCipher.newInstance(new SEEDEngine()));
        cipher.init(forward, new ParametersWithIV(new KeyParameter(key), iv));
        byte[] out = new byte[cipher.getOutputSize(in.length)];
        int n = cipher.processBytes(in, 0, in.length, out, 0);
        n += cipher.doFinal(out, n);
        return java.util.Arrays.copyOf(out, n);
    }

    /** 전문 꼬리의 검증값. 국산 공급자가 등록되어 있어야 한다. */
    public byte[] checkValue(byte[] record) throws java.security.GeneralSecurityException {
        MessageDigest digest = MessageDigest.getInstance("HAS160", Security.getProvider("KSign"));
        return digest.digest(record);
    }
}
