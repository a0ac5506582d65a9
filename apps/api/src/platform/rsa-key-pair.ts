import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

export interface RsaKeyPair {
  /** PEM. */
  publicKey: string;
  /** PKCS #8 in DER. */
  privateKey: Uint8Array;
}

export type GenerateRsaKeyPair = () => Promise<RsaKeyPair>;

const generate = promisify(generateKeyPair);

/** Takes up to a quarter of a second of CPU time, but not of the main thread. */
export const generateRsaKeyPair: GenerateRsaKeyPair = () =>
  generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
