package eu.archivum.stamp;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Map;

/** Checks the stamps of two authorities; names come from the tokens as dotted numbers. */
public class TimestampClient {
    private static final Map<Integer, String> IMPRINT =
            Map.of(2006, "1.3.14.3.2.26", 2018, "2.16.840.1.101.3.4.2.1");
    private static final String SEAL = "1.2.840.113549.1.1.5";

    public byte[] imprint(int policyYear, byte[] document) throws GeneralSecurityException {
        return MessageDigest.getInstance(IMPRINT.get(policyYear)).digest(document);
    }

    public boolean check(PublicKey authority, byte[] tstInfo, byte[] seal)
            throws GeneralSecurityException, IOException {
        Signature verifier = Signature.getInstance(SEAL);
        verifier.initVerify(authority);
        verifier.update(tstInfo);
        return verifier.verify(seal);
    }
}
