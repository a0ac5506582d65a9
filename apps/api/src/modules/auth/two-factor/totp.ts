import { Secret, TOTP } from 'otpauth';
import { createSecretCipher } from '../../../platform/secret-cipher.ts';

const secretBytes = 20;
const periodSeconds = 30;
/** Accepts the code before and after the current one, for clocks that differ. */
const stepsTolerated = 1;

export interface NewTotpSecret {
  /** Base32. */
  secret: string;
  encrypted: Uint8Array<ArrayBuffer>;
  /** For the QR code. */
  uri: string;
}

export type Totp = ReturnType<typeof createTotp>;

/**
 * Time-based one-time passwords (RFC 6238), as all authenticator apps support: SHA-1, six digits,
 * 30 seconds. Secrets are stored encrypted, so that a copy of the database does not reveal them.
 */
export function createTotp(options: { instanceSecret: string; readIssuer: () => string }) {
  const cipher = createSecretCipher(options.instanceSecret, 'totp-secrets');

  return {
    create(userId: string, username: string): NewTotpSecret {
      const secret = new Secret({ size: secretBytes });
      // A colon would separate issuer and account.
      const issuer = options.readIssuer().replaceAll(':', ' ');
      const uri = new TOTP({ issuer, label: username, secret }).toString();
      return { secret: secret.base32, encrypted: cipher.encrypt(userId, secret.bytes), uri };
    },

    /** The 30-second step of a valid code, else null. Takes as long for every code. */
    findStep(
      code: string,
      { userId, encryptedSecret, now }: { userId: string; encryptedSecret: Uint8Array; now: Date },
    ): number | null {
      const bytes = cipher.decrypt(userId, encryptedSecret);
      if (bytes === null) return null;
      const secret = new Secret({ buffer: bytes.buffer });
      const timestamp = now.getTime();
      const delta = new TOTP({ secret }).validate({
        token: code,
        timestamp,
        window: stepsTolerated,
      });
      return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta;
    },
  };
}
