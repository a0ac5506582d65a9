import { parse } from 'uuid';

/** Where a reading of a thread's replies goes on. */
export interface RepliesPlace {
  threadId: string;
  /** Path of the last reply that was read; it may be gone since. */
  after: string;
}

const version = 1;
const idBytes = 16;
const headBytes = 1 + idBytes;

/** An opaque text that stands for a place. */
export function encodeRepliesCursor({ threadId, after }: RepliesPlace): string {
  const path = Buffer.from(after, 'hex');
  return Buffer.concat([Buffer.of(version), parse(threadId), path]).toString('base64url');
}

/** The path to go on after; null for what is no cursor of this very thread. */
export function decodeRepliesCursor(threadId: string, cursor: string): string | null {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding passes over what is no base64url at all.
  if (bytes.toString('base64url') !== cursor) return null;
  const hasPath = bytes.length > headBytes && (bytes.length - headBytes) % idBytes === 0;
  if (!hasPath || bytes[0] !== version) return null;
  const isSame = bytes.subarray(1, headBytes).equals(parse(threadId));
  return isSame ? bytes.subarray(headBytes).toString('hex') : null;
}
