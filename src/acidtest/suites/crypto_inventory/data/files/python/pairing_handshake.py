"""Pairs a handset with the base station over the serial link."""

import hashlib
import secrets

P = int(
    "FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74"
    "020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F1437"
    "4FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED"
    "EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF05"
    "98DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB"
    "9ED529077096966D670C354E4ABC9804F1746C08CA237327FFFFFFFFFFFFFFFF",
    16,
)
G = 2


class Side:
    def __init__(self) -> None:
        self._x = secrets.randbelow(P - 2) + 1
        self.hello = pow(G, self._x, P)

    def finish(self, theirs: int) -> bytes:
        if not 1 < theirs < P - 1:
            raise ValueError("peer sent a degenerate hello")
        shared = pow(theirs, self._x, P)
        return hashlib.sha256(shared.to_bytes(192, "big")).digest()


def pair(link) -> bytes:
    me = Side()
    link.write(me.hello.to_bytes(192, "big"))
    return me.finish(int.from_bytes(link.read(192), "big"))
