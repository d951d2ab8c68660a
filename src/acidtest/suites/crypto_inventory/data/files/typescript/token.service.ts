import { CompactEncrypt, SignJWT, importPKCS8, importSPKI, jwtVerify } from 'jose';

export interface Claims {
  readonly account: string;
  readonly scopes: readonly string[];
}

export class TokenService {
  constructor(
    private readonly privatePem: string,
    private readonly publicPem: string,
    private readonly peerPem: string,
  ) {}

  async issue(claims: Claims): Promise<string> {
    const key = await importPKCS8(this.privatePem, 'PS512');
    const inner = await new SignJWT({ scopes: claims.scopes })
      .setProtectedHeader({ alg: 'PS512', typ: 'at+jwt' })
      .setSubject(claims.account)
      .setExpirationTime('10m')
      .sign(key);
    const peer = await importSPKI(this.peerPem, 'ECDH-ES');
    return new CompactEncrypt(new TextEncoder().encode(inner))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', cty: 'JWT' })
      .encrypt(peer);
  }

  async check(token: string): Promise<string | undefined> {
    const key = await importSPKI(this.publicPem, 'PS512');
    const { payload } = await jwtVerify(token, key, { algorithms: ['PS512'] });
    return payload.sub;
  }
}
