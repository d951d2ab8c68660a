# ruff: noqa: E501
"""Ordinary programs, written before the scanner read them: names that travel before they are used."""

from __future__ import annotations

from .case import Case

JVM = [
    Case(
        "a constructor's argument",
        "A.java",
        """
import java.security.MessageDigest;
class Hasher {
    private final String algorithm;
    Hasher(String algorithm) { this.algorithm = algorithm; }
    byte[] digest(byte[] data) throws Exception {
        return MessageDigest.getInstance(algorithm).digest(data);
    }
}
class Main {
    static final Hasher OLD = new Hasher("SHA-1");
    public static void main(String[] args) throws Exception {
        System.out.println(new Hasher("SHA-512").digest(args[0].getBytes()).length);
    }
}
""",
        "sha-1 sha-512",
    ),
    Case(
        "a method's argument",
        "A.java",
        """
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
public class Box {
    private byte[] run(int mode, String transformation, byte[] key, byte[] data) throws Exception {
        Cipher cipher = Cipher.getInstance(transformation);
        cipher.init(mode, new SecretKeySpec(key, transformation.split("/")[0]));
        return cipher.doFinal(data);
    }
    public byte[] seal(byte[] key, byte[] data) throws Exception {
        return run(Cipher.ENCRYPT_MODE, "DESede/CBC/PKCS5Padding", key, data);
    }
}
""",
        "3des",
    ),
    Case(
        "an enum of algorithms",
        "A.java",
        """
import java.security.Signature;
public class Signer {
    enum Kind {
        CLASSIC("SHA256withRSA"), CURVE("SHA384withECDSA");
        final String jca;
        Kind(String jca) { this.jca = jca; }
    }
    static Signature of(Kind kind) throws Exception { return Signature.getInstance(kind.jca); }
}
""",
        "rsa ecdsa ?sha-256 ?sha-384",
    ),
    Case(
        "a map of names",
        "A.java",
        """
import java.security.MessageDigest;
import java.util.Map;
class Digests {
    private static final Map<String, String> NAMES = Map.of("short", "MD5", "long", "SHA-256");
    static MessageDigest get(String kind) throws Exception {
        return MessageDigest.getInstance(NAMES.get(kind));
    }
}
""",
        "md5 sha-256",
    ),
    Case(
        "key agreement and key pairs",
        "A.java",
        """
import java.security.*;
import java.security.spec.ECGenParameterSpec;
import javax.crypto.KeyAgreement;
class Exchange {
    byte[] run(PublicKey peer) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
        agreement.init(generator.generateKeyPair().getPrivate());
        agreement.doPhase(peer, true);
        return agreement.generateSecret();
    }
}
""",
        "ecdh ?ecc",
    ),
    Case(
        "bouncy castle's light API",
        "A.java",
        """
import org.bouncycastle.crypto.digests.SHA3Digest;
import org.bouncycastle.crypto.engines.*;
import org.bouncycastle.crypto.modes.GCMBlockCipher;
import org.bouncycastle.crypto.generators.RSAKeyPairGenerator;
import org.bouncycastle.crypto.signers.Ed25519Signer;
class Light {
    Object[] make() {
        return new Object[] { new SHA3Digest(256), new GCMBlockCipher(new AESEngine()), new BlowfishEngine(),
            new RSAKeyPairGenerator(), new Ed25519Signer() };
    }
}
""",
        "sha-3 aes blowfish rsa ed25519 ?sha3-256",
    ),
    Case(
        "libraries' shortcuts",
        "A.java",
        """
import org.apache.commons.codec.digest.DigestUtils;
import com.google.common.hash.Hashing;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.SignatureAlgorithm;
class Short {
    String a(String s) { return DigestUtils.md5Hex(s) + Hashing.sha512().hashBytes(s.getBytes()); }
    Object b() { return new BCryptPasswordEncoder(); }
    String c(java.security.Key k) { return Jwts.builder().signWith(k, SignatureAlgorithm.RS512).compact(); }
}
""",
        "md5 sha-512 bcrypt rsa",
    ),
    Case(
        "kotlin with a default argument",
        "a.kt",
        """
import java.security.MessageDigest
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec
fun hash(data: ByteArray, algorithm: String = "MD5"): ByteArray =
    MessageDigest.getInstance(algorithm).digest(data)
object Macs {
    private const val NAME = "HmacSHA512"
    fun tag(key: ByteArray, data: ByteArray) = Mac.getInstance(NAME).run {
        init(SecretKeySpec(key, NAME)); doFinal(data)
    }
}
""",
        "md5 hmac ?sha-512",
    ),
    Case(
        "names that are data",
        "A.java",
        """
import java.security.MessageDigest;
import java.util.Set;
class Policy {
    private static final Set<String> WEAK = Set.of("MD5", "DES", "RC4");
    void check(String name) { if (WEAK.contains(name) || "SHA1".equals(name)) throw new IllegalStateException("weak: " + name); }
    MessageDigest get() throws Exception { return MessageDigest.getInstance("SHA-384"); }
    String label() { return String.format("%s is not %s", "RSA", "DSA"); }
}
""",
        "sha-384",
    ),
    Case(
        "scala",
        "A.scala",
        """
import java.security.{KeyPairGenerator, MessageDigest}
import javax.crypto.Cipher
object Tools {
  val Transformation = "AES/GCM/NoPadding"
  def cipher(): Cipher = Cipher.getInstance(Transformation)
  def sum(data: Array[Byte]): Array[Byte] = MessageDigest.getInstance("SHA-1").digest(data)
  def keys() = { val g = KeyPairGenerator.getInstance("RSA"); g.initialize(3072); g.generateKeyPair() }
}
""",
        "aes sha-1 rsa",
    ),
]
