import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/**
 * Storage of uploaded files. A file has a storage key, created by `newStorageKey` and as secret as
 * a password, and a name under it. Stored content never changes; different content gets a new key.
 * Adapters accept only names that `isStoredName` accepts.
 */
export interface MediaStore {
  /**
   * Stores the content durably and atomically.
   * @throws UnavailableError when the storage is full
   */
  put(key: string, fileName: string, content: Uint8Array | Readable): Promise<void>;
  /** Stores the content as `put` does, but durably only after `flush`. Use it for many files. */
  putDeferred(key: string, fileName: string, content: Uint8Array | Readable): Promise<void>;
  flush(): Promise<void>;
  /** Null for a missing file. */
  stat(key: string, fileName: string): Promise<StoredFile | null>;
  /** The content, or the part from `start` to `end`, both included. Null for a missing file. */
  read(key: string, fileName: string, range?: ByteRange): Promise<Readable | null>;
  /** The names of the files under the key; none for an unknown key. */
  list(key: string): Promise<string[]>;
  /** Deletes one file. A missing one is not an error. */
  removeFile(key: string, fileName: string): Promise<void>;
  /** Deletes all files of the key. An unknown key is not an error. */
  remove(key: string): Promise<void>;
  /** @throws MediaStoreError with a message for the operator */
  check(): Promise<void>;
}

/** The media storage is not usable; the message gives the operator the reason. */
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

/** 128 random bits, so that URLs cannot be guessed. */
export function newStorageKey(): string {
  return randomBytes(16).toString('hex');
}

/** False for any name that was never stored, including those with dots and slashes. */
export function isStoredName(key: string, fileName: string): boolean {
  return isStorageKey(key) && fileNamePattern.test(fileName);
}

export function isStorageKey(key: string): boolean {
  return keyPattern.test(key);
}
