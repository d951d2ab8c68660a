import { xchacha20poly1305 } from '@noble/ciphers/chacha';
import { randomBytes } from '@noble/ciphers/webcrypto';
import { ml_kem768 } from '@noble/post-quantum/ml-kem';
import { slh_dsa_sha2_128f as stateless } from '@noble/post-quantum/slh-dsa';

interface Letter {
  readonly capsule: Uint8Array;
  readonly nonce: Uint8Array;
  readonly body: Uint8Array;
  readonly signature: Uint8Array;
}

export function write(text: string, to: Uint8Array, mine: Uint8Array): Letter {
  const { cipherText: capsule, sharedSecret } = ml_kem768.encapsulate(to);
  const nonce = randomBytes(24);
  const body = xchacha20poly1305(sharedSecret, nonce).encrypt(new TextEncoder().encode(text));
  return { capsule, nonce, body, signature: stateless.sign(mine, body) };
}

export function read(letter: Letter, secret: Uint8Array, theirs: Uint8Array): string {
  if (!stateless.verify(theirs, letter.body, letter.signature)) throw new Error('forged letter');
  const shared = ml_kem768.decapsulate(letter.capsule, secret);
  return new TextDecoder().decode(xchacha20poly1305(shared, letter.nonce).decrypt(letter.body));
}
