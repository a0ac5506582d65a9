import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { minuteMs } from '../../../platform/clock.ts';

/** The time to sign in at the provider. */
export const attemptLifetimeMs = 10 * minuteMs;

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const attemptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** The path of the web app to open afterward. */
  to: z.string().nullable(),
  invitation: z.string().nullable(),
  /** The session that links the identity; null for a sign-in. */
  linkedSession: z.object({ userId: z.string(), sessionId: z.string() }).nullable(),
  expiresAt: z.number(),
});

export type OidcAttempt = Omit<z.output<typeof attemptSchema>, 'expiresAt'>;

/** An attempt, and what marks it as used. */
export interface StartedAttempt {
  attempt: OidcAttempt;
  use: { hash: Uint8Array<ArrayBuffer>; expiresAt: Date };
}

export type OidcAttempts = ReturnType<typeof createOidcAttempts>;

/**
 * Sign-ins that have been started. They are kept in an encrypted cookie, so that only the browser that has
 * started one can complete it, and signed-out visitors store nothing in the database. The states of used
 * ones are stored until they expire.
 */
export function createOidcAttempts(instanceSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', instanceSecret, '', 'oidc-attempts', 32));

  function decrypt(cookie: string): unknown {
    const bytes = Buffer.from(cookie, 'base64url');
    try {
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const ciphertext = bytes.subarray(nonceBytes + tagBytes);
      const text = Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString();
      return JSON.parse(text);
    } catch {
      // Changed, or encrypted with another secret.
      return null;
    }
  }

  return {
    /** The value of the cookie. */
    encrypt(attempt: OidcAttempt, now: Date): string {
      const content = { ...attempt, expiresAt: now.getTime() + attemptLifetimeMs };
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      const ciphertext = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
    },

    /** The attempt of a cookie, with the hash of its state; null if it is not valid. */
    read(cookie: string, now: Date): StartedAttempt | null {
      const parsed = attemptSchema.safeParse(decrypt(cookie));
      if (!parsed.success || parsed.data.expiresAt <= now.getTime()) return null;
      const { expiresAt, ...attempt } = parsed.data;
      const hash = Uint8Array.from(createHash('sha256').update(attempt.state).digest());
      return { attempt, use: { hash, expiresAt: new Date(expiresAt) } };
    },
  };
}
