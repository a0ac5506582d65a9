import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export type SecretCipher = ReturnType<typeof createSecretCipher>;

/**
 * Encrypts secrets of one purpose with a key derived from the instance's secret, so that a copy of the
 * database does not reveal them. An encrypted secret is valid only for the row with the given id.
 */
export function createSecretCipher(instanceSecret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', instanceSecret, '', purpose, 32));
  return {
    encrypt(id: string, secret: Uint8Array): Uint8Array<ArrayBuffer> {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(id));
      const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Uint8Array.from(Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]));
    },

    /** Null if the instance's secret has changed. */
    decrypt(id: string, encrypted: Uint8Array): Uint8Array<ArrayBuffer> | null {
      const bytes = Buffer.from(encrypted);
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes));
      decipher.setAAD(Buffer.from(id));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const ciphertext = bytes.subarray(nonceBytes + tagBytes);
        return Uint8Array.from(Buffer.concat([decipher.update(ciphertext), decipher.final()]));
      } catch {
        return null;
      }
    },
  };
}
