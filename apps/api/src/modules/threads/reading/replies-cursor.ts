import { parse } from 'uuid';

/** The position of a cursor in the replies of a thread. */
export interface RepliesPosition {
  threadId: string;
  /** Path of the last reply of the previous page, which may have been deleted since. */
  after: string;
}

const version = 1;
const idBytes = 16;
const headBytes = 1 + idBytes;

export function encodeRepliesCursor({ threadId, after }: RepliesPosition): string {
  const path = Buffer.from(after, 'hex');
  return Buffer.concat([Buffer.of(version), parse(threadId), path]).toString('base64url');
}

/** Null for a text that is not a cursor of this thread. */
export function decodeRepliesCursor(threadId: string, cursor: string): string | null {
  const bytes = Buffer.from(cursor, 'base64url');
  // Buffer.from ignores invalid characters.
  if (bytes.toString('base64url') !== cursor) return null;
  const hasPath = bytes.length > headBytes && (bytes.length - headBytes) % idBytes === 0;
  if (!hasPath || bytes[0] !== version) return null;
  const isSame = bytes.subarray(1, headBytes).equals(parse(threadId));
  return isSame ? bytes.subarray(headBytes).toString('hex') : null;
}
