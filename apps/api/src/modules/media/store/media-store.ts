import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/**
 * Where uploaded files are kept. A file has a storage key, made by `newStorageKey` and as
 * secret as a password, and a name under it. What is stored never changes: a different
 * content gets a new key. Adapters take only names that `isStoredName` accepts.
 */
export interface MediaStore {
  /**
   * Keeps the content under that name, durably and all at once: nobody sees half a file.
   * @throws UnavailableError when there is no room
   */
  put(key: string, fileName: string, content: Uint8Array | Readable): Promise<void>;
  /** As `put`, for many files in a row: they are durable once `settle` is done. */
  putQuickly(key: string, fileName: string, content: Uint8Array | Readable): Promise<void>;
  settle(): Promise<void>;
  /** Null when there is no such file. */
  stat(key: string, fileName: string): Promise<StoredFile | null>;
  /** The content, or the part of it from `start` to `end`, both included. Null as above. */
  read(key: string, fileName: string, range?: ByteRange): Promise<Readable | null>;
  /** Names of the files under the key; none for an unknown one. */
  list(key: string): Promise<string[]>;
  /** Removes everything under the key; an unknown key is no error. */
  remove(key: string): Promise<void>;
  /** @throws MediaStoreError with a sentence for the person who has to mend it */
  check(): Promise<void>;
}

/** What is wrong with the place that media are to be kept in, in one sentence. */
export class MediaStoreError extends Error {}

export interface StoredFile {
  bytes: number;
  modifiedAt: Date;
}

export interface ByteRange {
  start: number;
  end: number;
}

const keyPattern = /^[0-9a-f]{32}$/;
const fileNamePattern = /^[a-z0-9]{1,20}\.[a-z0-9]{1,5}$/;

/** 128 random bits: whoever was not told the address does not find the file. */
export function newStorageKey(): string {
  return randomBytes(16).toString('hex');
}

/** False for everything that no store has ever been given, dots and slashes included. */
export function isStoredName(key: string, fileName: string): boolean {
  return isStorageKey(key) && fileNamePattern.test(fileName);
}

export function isStorageKey(key: string): boolean {
  return keyPattern.test(key);
}
