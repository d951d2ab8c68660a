import { ed25519 as twisted } from '@noble/curves/ed25519';
import { secp256k1 as koblitz } from '@noble/curves/secp256k1';
import { keccak_256 as sponge } from '@noble/hashes/sha3';
import { bytesToHex, concatBytes } from '@noble/hashes/utils';

export type Chain = 'main' | 'side';

export class Wallet {
  constructor(private readonly secret: Uint8Array) {}

  address(chain: Chain): string {
    if (chain === 'side') return bytesToHex(twisted.getPublicKey(this.secret));
    const point = koblitz.getPublicKey(this.secret, false).subarray(1);
    return '0x' + bytesToHex(sponge(point).subarray(-20));
  }

  sign(chain: Chain, ...parts: Uint8Array[]): Uint8Array {
    const message = concatBytes(...parts);
    return chain === 'side'
      ? twisted.sign(message, this.secret)
      : koblitz.sign(sponge(message), this.secret).toCompactRawBytes();
  }
}
