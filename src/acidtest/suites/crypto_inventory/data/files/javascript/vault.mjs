const subtle = globalThis.crypto.subtle;

export async function newOwner() {
  return subtle.generateKey(
    {
      name: 'RSA-OAEP',
      modulusLength: 4096,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    false,
    ['wrapKey', 'unwrapKey'],
  );
}

export async function lockFile(owner, bytes) {
  const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const body = await subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes);
  const wrapped = await subtle.wrapKey('raw', key, owner.publicKey, { name: 'RSA-OAEP' });
  return { iv, wrapped, body };
}

export async function openFile(owner, { iv, wrapped, body }) {
  const key = await subtle.unwrapKey(
    'raw', wrapped, owner.privateKey, { name: 'RSA-OAEP' }, 'AES-GCM', false, ['decrypt'],
  );
  return subtle.decrypt({ name: 'AES-GCM', iv }, key, body);
}
