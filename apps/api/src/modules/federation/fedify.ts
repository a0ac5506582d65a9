import { webcrypto } from 'node:crypto';
import { signRequest, verifyRequest } from '@fedify/fedify/sig';
import type { KeyCache } from '@fedify/fedify/sig';
import { Activity, CryptographicKey, Object as ActivityObject } from '@fedify/fedify/vocab';
import {
  encodeMultibase,
  exportMultibaseKey,
  exportSpki,
  importPem,
  preloadedContexts,
} from '@fedify/vocab-runtime';
import type { DocumentLoader } from '@fedify/vocab-runtime';
import { LRUCache } from 'lru-cache';

/**
 * Everything that uses Fedify, which is imported only by instances with federation. It never opens a
 * connection: all documents come from the given loaders.
 */

export type { DocumentLoader };
export {
  Accept,
  Announce,
  Application,
  Block,
  Create,
  Delete,
  Emoji,
  EmojiReact,
  Follow,
  Image,
  Like,
  Move,
  PropertyValue,
  QuoteAuthorization,
  QuoteRequest,
  Reject,
  ReplyRequest,
  Service,
  Undo,
  Update,
  isActor,
} from '@fedify/fedify/vocab';
export { exportSpki as exportPem };
export type { Activity, Actor, Object as ActivityObject } from '@fedify/fedify/vocab';

export interface Loaders {
  documentLoader: DocumentLoader;
  contextLoader: DocumentLoader;
  /** The key of the limit that the requests count against, such as `server:remote.example`; undefined for a user. */
  cause?: string | undefined;
  /** Ends the requests and prevents further ones. */
  signal?: AbortSignal | undefined;
}

/** A public key of another server's actor. */
export interface PublicKey {
  id: string;
  pem: string;
}

/** Fails, so that a property of an activity is not fetched if it contains only an id. */
export const loadNothing: DocumentLoader = (url) =>
  Promise.reject(new Error(`${url} is not fetched.`));

/** A public Ed25519 key in the form of FEP-521a. */
export async function exportMultikey(spki: Uint8Array): Promise<string> {
  const key = await webcrypto.subtle.importKey('spki', Uint8Array.from(spki), 'Ed25519', true, [
    'verify',
  ]);
  return exportMultibaseKey(key);
}

export function encodeBase58(bytes: Uint8Array): string {
  return Buffer.from(encodeMultibase('base58btc', bytes)).toString();
}

export function findKnownContext(url: string): unknown {
  return preloadedContexts[url];
}

/** Headers with a signature of draft-cavage-http-signatures-12, which all servers know. */
export async function signHeaders(
  url: URL,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: Buffer },
  { privateKey, keyId }: { privateKey: webcrypto.CryptoKey; keyId: string },
): Promise<Record<string, string>> {
  const content = body === undefined ? null : Uint8Array.from(body);
  const request = new Request(url, { method, headers, body: content });
  const signed = await signRequest(request, privateKey, new URL(keyId));
  return Object.fromEntries(signed.headers);
}

const importedKeys = new LRUCache<string, Awaited<ReturnType<typeof importPem>>>({ max: 1000 });

/** To import a key takes as long as to verify a signature. */
async function importKey(pem: string) {
  const key = importedKeys.get(pem) ?? (await importPem(pem));
  importedKeys.set(pem, key);
  return key;
}

/**
 * The id of the key with which a request is signed, by either form of signature; null if the signature is
 * wrong, missing or older than an hour. `findKey` returns a stored key.
 */
export async function verifySignature(
  request: Request,
  { loaders, findKey }: { loaders: Loaders; findKey: (id: string) => Promise<PublicKey | null> },
): Promise<string | null> {
  const keyCache: KeyCache = {
    async get(id) {
      const key = await findKey(id.href);
      if (key === null) return undefined;
      return new CryptographicKey({ id, publicKey: await importKey(key.pem) });
    },
    set: () => Promise.resolve(),
  };
  const key = await verifyRequest(request, { ...loaders, keyCache });
  return key?.id?.href ?? null;
}

export function parseActivity(json: unknown, contextLoader: DocumentLoader): Promise<Activity> {
  return parse(contextLoader, (options) => Activity.fromJsonLd(json, options));
}

export function parseObject(json: unknown, contextLoader: DocumentLoader): Promise<ActivityObject> {
  return parse(contextLoader, (options) => ActivityObject.fromJsonLd(json, options));
}

/** Fails with the error of the loader, or with one without text of the document, which could resemble an outage. */
async function parse<Parsed>(
  contextLoader: DocumentLoader,
  read: (options: Omit<Loaders, 'cause' | 'signal'>) => Promise<Parsed>,
): Promise<Parsed> {
  let failure: unknown;
  const keepFailure = (error: unknown) => {
    failure = error;
    throw error;
  };
  const loader: DocumentLoader = (url, options) => contextLoader(url, options).catch(keepFailure);
  const reading = read({ contextLoader: loader, documentLoader: loadNothing });
  return reading.catch((error: unknown) => {
    if (failure instanceof Error) throw failure;
    throw new Error(`The document is invalid: ${error instanceof Error ? error.name : 'unknown'}.`);
  });
}
