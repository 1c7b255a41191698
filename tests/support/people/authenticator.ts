import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { z } from 'zod';

const creationSchema = z.object({
  challenge: z.string(),
  user: z.object({ id: z.string() }),
  excludeCredentials: z.array(z.object({ id: z.string() })),
});
const requestSchema = z.object({ challenge: z.string() });

/** Flags of authenticator data (https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data). */
const [PRESENT, VERIFIED, HAS_CREDENTIAL] = [0x01, 0x04, 0x40];

type Lie = {
  /** The origin that the browser reports. */
  origin?: string;
  /** The host that the authenticator signs for. */
  rpId?: string;
  counter?: number;
  /** Whether the authenticator verified the user. */
  verified?: boolean;
  userHandle?: string;
};

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');

/** A software authenticator with one passkey, and the browser that uses it. */
export class Authenticator {
  readonly id = base64url(randomBytes(32));
  readonly #origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #userHandle = '';
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Answers a site's PublicKeyCredentialCreationOptionsJSON. */
  create(options: unknown, lie: Lie = {}) {
    const { challenge, user } = creationSchema.parse(options);
    this.#userHandle = user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    // COSE: key type 2 is elliptic curve, algorithm -7 ES256, curve 1 P-256 (RFC 9053).
    const publicKey = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const credential = Buffer.concat([Buffer.alloc(16), uint(id.length, 2), id, isoCBOR.encode(publicKey)]);
    const attestation = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(Buffer.concat([this.#data(HAS_CREDENTIAL, lie), credential]))],
    ]);
    return this.#response({
      clientDataJSON: base64url(this.#clientData('webauthn.create', challenge, lie)),
      attestationObject: base64url(isoCBOR.encode(attestation)),
      transports: ['internal'],
    });
  }

  /** Answers a site's PublicKeyCredentialRequestOptionsJSON. */
  get(options: unknown, lie: Lie = {}) {
    const { challenge } = requestSchema.parse(options);
    const clientData = this.#clientData('webauthn.get', challenge, lie);
    const data = this.#data(0, lie);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    return this.#response({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: lie.userHandle ?? this.#userHandle,
    });
  }

  #response<T extends object>(response: T) {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    };
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Lie): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  #data(flags: number, { rpId = new URL(this.#origin).hostname, counter, verified = true }: Lie): Buffer {
    this.#counter = counter ?? this.#counter + 1;
    const flag = Buffer.from([flags | PRESENT | (verified ? VERIFIED : 0)]);
    return Buffer.concat([sha256(rpId), flag, uint(this.#counter, 4)]);
  }
}

/** Big endian. */
function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}
