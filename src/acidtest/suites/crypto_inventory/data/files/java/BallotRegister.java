package org.civic.ballot;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** Who has voted (not what). Signing moved to the notary service. */
public class BallotRegister {
    private final Set<String> seen = new HashSet<>();

    /*
     * Kept until the auditors have signed off the move:
     *
     *   Signature s = Signature.getInstance("SHA1withDSA");
     *   s.initSign(pair.getPrivate());
     *   s.update(line.getBytes(UTF_8));
     *   return Base64.getEncoder().encodeToString(s.sign());
     */
    public synchronized String mark(String voter, Instant when) {
        if (!seen.add(voter)) {
            throw new IllegalStateException("already marked: " + voter);
        }
        return voter + " " + when;
    }

    public synchronized int turnout() {
        return seen.size();
    }

    public synchronized boolean hasVoted(String voter) {
        return seen.contains(voter);
    }
}
