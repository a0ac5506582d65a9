import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { RoutePolicy } from '@skein/contracts/http';
import { LRUCache } from 'lru-cache';
import { invalidCursor } from '../../platform/cursor.ts';
import type { Viewer } from '../../platform/viewer.ts';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** Plaintext is padded to a multiple of this, so that its length reveals nothing about its values. */
const blockBytes = 128;
const cachedKeysMax = 10_000;

/** Which list a cursor belongs to: it is valid for one route and one viewer only. */
export interface CursorScope {
  route: Pick<RoutePolicy, 'id'>;
  viewer: Pick<Viewer, 'userId'> | undefined;
}

export interface CursorCipher {
  /** A validated query with its `cursor`, if any, decrypted. @throws ValidationError */
  decryptQuery<Query>(scope: CursorScope, query: Query): Query;
  /** A response with its `nextCursor`, if any, encrypted. */
  encryptPage<Body>(scope: CursorScope, body: Body): Body;
}

/**
 * Encrypts and authenticates the cursors of all lists. Positions may be derived from data that the
 * viewer must not see, so clients get neither the values nor their lengths. All servers with the
 * same secret accept each other's cursors.
 */
export function createCursorCipher(secret: string): CursorCipher {
  const getKey = createViewerKeys(secret);
  return {
    decryptQuery(scope, query) {
      const cursor = readText(query, 'cursor');
      return cursor === null ? query : { ...query, cursor: decrypt(getKey(scope), scope, cursor) };
    },
    encryptPage(scope, body) {
      const cursor = readText(body, 'nextCursor');
      return cursor === null
        ? body
        : { ...body, nextCursor: encrypt(getKey(scope), scope, cursor) };
    },
  };
}

/**
 * A key per viewer keeps the number of random nonces per key far below the limit of the algorithm. Keys
 * are cached, because deriving one takes longer than encrypting a cursor.
 */
function createViewerKeys(secret: string): (scope: CursorScope) => KeyObject {
  const secretKey = createSecretKey(Buffer.from(secret));
  const keys = new LRUCache<string, KeyObject>({ max: cachedKeysMax });
  return ({ viewer }) => {
    const userId = viewer?.userId ?? '';
    const cached = keys.get(userId);
    if (cached !== undefined) return cached;
    const bytes = hkdfSync('sha256', secretKey, '', `skein cursor ${userId}`, keyBytes);
    const key = createSecretKey(Buffer.from(bytes));
    keys.set(userId, key);
    return key;
  };
}

function readText<Value>(value: Value, key: string): string | null {
  if (typeof value !== 'object' || value === null || !(key in value)) return null;
  const text: unknown = Reflect.get(value, key);
  return typeof text === 'string' ? text : null;
}

function encrypt(key: KeyObject, scope: CursorScope, cursor: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(scope.route.id));
  const text = Buffer.concat([cipher.update(pad(cursor)), cipher.final()]);
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url');
}

function decrypt(key: KeyObject, scope: CursorScope, cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding skips characters that are not base64url.
  const isEncoded = bytes.toString('base64url') === cursor;
  if (!isEncoded || bytes.length < nonceBytes + tagBytes) throw invalidCursor();
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(scope.route.id));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
    return unpad(Buffer.concat([text, decipher.final()]));
  } catch {
    throw invalidCursor();
  }
}

function pad(cursor: string): Buffer {
  const text = Buffer.from(cursor);
  return Buffer.concat([text], Math.ceil(text.length / blockBytes) * blockBytes);
}

/** Cursors contain no NUL character. */
function unpad(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end === -1 ? bytes.length : end).toString();
}
