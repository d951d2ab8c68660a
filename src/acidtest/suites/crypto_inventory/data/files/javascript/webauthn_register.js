const fromBase64Url = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

export async function registerDevice(user) {
  const { challenge, rp } = await (await fetch('/device/begin', { method: 'POST' })).json();
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: fromBase64Url(challenge),
      rp,
      user: { id: new TextEncoder().encode(user.id), name: user.mail, displayName: user.name },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      timeout: 60000,
    },
  });
  const answer = await fetch('/device/finish', {
    method: 'POST',
    body: JSON.stringify({
      id: credential.id,
      client: Array.from(new Uint8Array(credential.response.clientDataJSON)),
      attestation: Array.from(new Uint8Array(credential.response.attestationObject)),
    }),
  });
  if (!answer.ok) throw new Error(`registration refused: ${answer.status}`);
}
