import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { minuteMs } from '../../../platform/clock.ts';

const lifetimeMs = 5 * minuteMs;
const timeBytes = 6;
const nonceBytes = 16;

/** What a challenge is for: a sign-in, or a new passkey of this user. */
export type ChallengePurpose = 'sign-in' | `register:${string}`;

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>;

/**
 * Challenges that only this instance can create. They contain their expiry time, so that signed-out
 * visitors, who ask for most of them, store nothing. Used ones are stored until they expire.
 */
export function createPasskeyChallenges(instanceSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', instanceSecret, '', 'passkey-challenges', 32));

  const authenticate = (content: Uint8Array, purpose: ChallengePurpose) =>
    createHmac('sha256', key).update(content).update(purpose).digest();

  return {
    create(purpose: ChallengePurpose, now: Date): Uint8Array<ArrayBuffer> {
      const time = Buffer.alloc(timeBytes);
      time.writeUIntBE(now.getTime() + lifetimeMs, 0, timeBytes);
      const content = Buffer.concat([time, randomBytes(nonceBytes)]);
      return Uint8Array.from(Buffer.concat([content, authenticate(content, purpose)]));
    },

    /** The expiry time and hash of a valid challenge in Base64url, else null. */
    read(challenge: string, purpose: ChallengePurpose, now: Date) {
      const bytes = Buffer.from(challenge, 'base64url');
      const content = bytes.subarray(0, timeBytes + nonceBytes);
      const tag = bytes.subarray(content.length);
      const expected = authenticate(content, purpose);
      if (tag.length !== expected.length || !timingSafeEqual(tag, expected)) return null;
      const expiresAt = new Date(content.readUIntBE(0, timeBytes));
      if (expiresAt <= now) return null;
      return { expiresAt, hash: Uint8Array.from(createHash('sha256').update(bytes).digest()) };
    },
  };
}
