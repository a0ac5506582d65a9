import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const userPresentAndVerified = 0x05;
const hasCredential = 0x40;

interface Options {
  /** The origin that the browser reports. */
  origin?: string;
  /** The host name that the authenticator binds the credential to. */
  rpId?: string;
  flags?: number;
}

/** A passkey in software: creates and signs what a browser would send. */
export function createAuthenticator({
  origin = 'http://skein.test',
  rpId = 'skein.test',
  flags = userPresentAndVerified,
}: Options = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;
  let userHandle = '';

  const toClientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function toAuthenticatorData(flagBits: number, credential = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flagBits);
    head.writeUInt32BE(counter, 1);
    const rpIdHash = createHash('sha256').update(rpId).digest();
    return Buffer.concat([rpIdHash, head, credential]);
  }

  return {
    /** `navigator.credentials.create` */
    create(options: { challenge: string; user: { id: string } }) {
      userHandle = options.user.id;
      const coseKey = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
          [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
        ]),
      );
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(credentialId.length);
      const credential = Buffer.concat([Buffer.alloc(16), idLength, credentialId, coseKey]);
      const authData = Uint8Array.from(toAuthenticatorData(flags | hasCredential, credential));
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      const attestationObject = isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: toClientData('webauthn.create', options.challenge).toString('base64url'),
          attestationObject: Buffer.from(attestationObject).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** `navigator.credentials.get` */
    get(options: { challenge: string }, count = counter + 1) {
      counter = count;
      const clientData = toClientData('webauthn.get', options.challenge);
      const authenticatorData = toAuthenticatorData(flags);
      const clientDataHash = createHash('sha256').update(clientData).digest();
      const signature = sign(
        'sha256',
        Buffer.concat([authenticatorData, clientDataHash]),
        privateKey,
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle !== '' && { userHandle }),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
