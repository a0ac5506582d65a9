import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { dayMs } from '../../../platform/clock.ts';

/** The validity of a link. */
const lifetimeMs = dayMs;
const userIdBytes = 16;
const timeBytes = 6;
const nonceBytes = 16;
const contentBytes = userIdBytes + timeBytes + nonceBytes;

export type SessionEndLinks = ReturnType<typeof createSessionEndLinks>;

/**
 * Links that end all sessions of an account. Their tokens contain the user and the expiry time, so
 * that only used ones are stored.
 */
export function createSessionEndLinks(instanceSecret: string, publicUrl: URL) {
  const key = Buffer.from(hkdfSync('sha256', instanceSecret, '', 'session-end-links', 32));
  const authenticate = (content: Uint8Array) => createHmac('sha256', key).update(content).digest();

  return {
    create(userId: string, now: Date): string {
      const time = Buffer.alloc(timeBytes);
      time.writeUIntBE(now.getTime() + lifetimeMs, 0, timeBytes);
      const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
      const content = Buffer.concat([id, time, randomBytes(nonceBytes)]);
      const token = Buffer.concat([content, authenticate(content)]).toString('base64url');
      // In the fragment, which servers and Referer headers never receive.
      return new URL(`/end-sessions#token=${token}`, publicUrl).href;
    },

    /** The user, expiry time and hash of a valid token, else null. */
    read(token: string, now: Date) {
      const bytes = Buffer.from(token, 'base64url');
      const content = bytes.subarray(0, contentBytes);
      const tag = bytes.subarray(content.length);
      const expected = authenticate(content);
      if (tag.length !== expected.length || !timingSafeEqual(tag, expected)) return null;
      const expiresAt = new Date(content.readUIntBE(userIdBytes, timeBytes));
      if (expiresAt <= now) return null;
      const hash = Uint8Array.from(createHash('sha256').update(bytes).digest());
      return { userId: toId(content.subarray(0, userIdBytes)), expiresAt, hash };
    },
  };
}

function toId(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
