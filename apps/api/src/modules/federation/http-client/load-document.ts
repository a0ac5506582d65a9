import type { Database } from '@skein/db';
import { profiledMediaType } from '../../../platform/activity-streams.ts';
import { dayMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import { RateLimitedError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { SendRequest } from '../../../platform/public-request.ts';
import type { RateLimiter } from '../../../platform/rate-limits/rate-limits.ts';
import type { DocumentLoader, Loaders } from '../fedify.ts';
import type { ActorKeys } from '../identity/actor-keys.repository.ts';
import { instanceActorId } from '../../../domain/instance-actor.ts';
import type { Addresses } from '../identity/addresses.ts';
import { findRegistrableDomain } from '../servers/registrable-domain.ts';
import { requireOpenServer } from '../servers/server-policy.queries.ts';
import { deleteValue, findValue, storeValue } from '../expiring-values.repository.ts';
import { send, timeoutMs, UnreachableServer } from './send-request.ts';
import type { IncomingResponse } from './send-request.ts';

const redirectsMax = 3;
const contextMs = 30 * dayMs;
/** The time for all documents of what a user opens. */
const refreshingMs = 15_000;
/** The maximum in one list or object. */
const partsMax = 100;
/** Lists and objects of a document, with nested ones. */
const containersMax = 500;
const itemNames = new Set(['items', 'orderedItems']);
const activityTypes = `application/activity+json, ${profiledMediaType}`;
const documentType = /^application\/(?:activity\+json|ld\+json|json)\s*(?:;|$)/i;

export interface FetchDependencies {
  database: Database;
  clock: Clock;
  sendRequest: SendRequest;
  rateLimiter: RateLimiter;
  keys: ActorKeys;
  addresses: Addresses;
  userAgent: string;
  /** The names of this server. */
  domains: readonly string[];
  /** Aborts the requests in progress. */
  stopping: AbortSignal;
}

interface FetchOptions {
  accept: string;
  /** Signed by the actor of the server, because some servers serve only known servers. */
  isSigned: boolean;
}

/** A response of another server that is no document. */
export class UnusableResponse extends Error {
  readonly status: number;

  constructor(status: number, url: URL) {
    super(`Status ${status} of ${url.host}.`);
    this.status = status;
  }
}

/** Whether the other server may serve the document later. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof UnusableResponse) return error.status >= 500 || error.status === 429;
  return error instanceof UnreachableServer;
}

/** Whether this server has caused the error, so that the same may succeed later. */
export function isOwnFailure(error: unknown): boolean {
  return error instanceof RateLimitedError || isOutage(error);
}

/**
 * Null if the other server has caused an error: it does not respond, or the document is missing or invalid.
 * @throws the errors of this server
 */
export async function ignoreForeignFailure<Loaded>(
  loading: Promise<Loaded>,
): Promise<Loaded | null> {
  try {
    return await loading;
  } catch (error) {
    if (isOwnFailure(error)) throw error;
    return null;
  }
}

/** It has the SQLSTATE of a shutdown, because callers repeat what an outage interrupts. */
class Stopping extends Error {
  readonly code = '57P01';
}

type Requester = Pick<Loaders, 'cause' | 'signal'>;

/**
 * Loads documents and JSON-LD contexts for one cause. Each document is loaded once.
 * @param cause As in `Loaders`
 * @param signal As in `Loaders`
 */
export function createLoaders(
  deps: FetchDependencies,
  cause?: string,
  signal?: AbortSignal,
): Loaders {
  const requester = { cause, signal };
  const documents = new Map<string, ReturnType<DocumentLoader>>();
  const documentLoader: DocumentLoader = (url) => {
    // The id of a key usually is the id of its actor with a fragment.
    const [address = ''] = url.split('#', 1);
    const loading = documents.get(address) ?? loadDocument(deps, address, requester);
    documents.set(address, loading);
    return loading;
  };
  return { documentLoader, contextLoader: createContextLoader(deps, requester), ...requester };
}

/** Loads documents of a server that a user opens here. Activities of the server have another limit. */
export async function createRefreshLoaders(
  deps: FetchDependencies,
  host: string,
): Promise<Loaders> {
  const cause = `opened:${await findRegistrableDomain(host)}`;
  return createLoaders(deps, cause, AbortSignal.timeout(refreshingMs));
}

/**
 * Runs the refresh of what a user opens, unless it ran recently. One that a limit of this server has prevented runs again
 * the next time.
 */
export async function refreshOnce(
  { database, clock }: Pick<FetchDependencies, 'database' | 'clock'>,
  { key, lifetimeMs }: { key: string; lifetimeMs: number },
  refresh: () => Promise<void>,
): Promise<void> {
  if (!(await storeValue(database, key, true, { now: clock.now(), lifetimeMs }))) return;
  try {
    await refresh();
  } catch (error) {
    if (isOwnFailure(error)) await deleteValue(database, key);
    throw error;
  }
}

async function loadDocument(deps: FetchDependencies, address: string, requester: Requester) {
  const options = { accept: activityTypes, isSigned: true };
  const { url, response } = await fetchResource(deps, address, options, requester);
  if (!documentType.test(response.headers['content-type'] ?? '')) {
    throw new Error('The response is no ActivityPub document.');
  }
  const document = limitParts(parseJson(response.body));
  return { document, documentUrl: url.href, contextUrl: null };
}

/**
 * Parsing thousands of fields, tags or keys would occupy the server for seconds. Further ones are left out, but the ids
 * in collections stay complete.
 */
export function limitParts(document: unknown): unknown {
  let containersLeft = containersMax;
  const limit = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    containersLeft -= 1;
    if (containersLeft < 0) return null;
    if (Array.isArray(value)) return value.slice(0, partsMax).map(limit);
    const entries = Object.entries(value).slice(0, partsMax);
    return Object.fromEntries(
      entries.map(([name, part]: [string, unknown]) => [
        name,
        value === document && itemNames.has(name) && Array.isArray(part)
          ? part.flatMap(toItemId)
          : limit(part),
      ]),
    );
  };
  return limit(document);
}

/** Some servers write the items of a collection, others only their ids. */
function toItemId(item: unknown): string | [] {
  const isObject = typeof item === 'object' && item !== null && 'id' in item;
  const id = isObject ? item.id : item;
  return typeof id === 'string' ? id : [];
}

/** Known contexts are in memory, others are fetched once and stored for 30 days. */
function createContextLoader(deps: FetchDependencies, requester: Requester): DocumentLoader {
  return async (url) => {
    const { findKnownContext } = await import('../fedify.ts');
    const known = { document: findKnownContext(url), documentUrl: url, contextUrl: null };
    // With the tag, `jsonld` processes it only once, instead of twice for each document.
    if (known.document !== undefined) return { ...known, tag: 'static' };
    return { ...known, document: await loadContext(deps, url, requester) };
  };
}

async function loadContext(deps: FetchDependencies, address: string, requester: Requester) {
  const key = `context:${address}`;
  const stored = await findValue(deps.database, key, deps.clock.now());
  if (stored !== undefined) return stored;
  const options = { accept: 'application/ld+json, application/json', isSigned: false };
  const { response } = await fetchResource(deps, address, options, requester);
  const document = parseJson(response.body);
  await storeValue(deps.database, key, document, { now: deps.clock.now(), lifetimeMs: contextMs });
  return document;
}

/** Fetches JSON that is no ActivityPub document, such as the response of WebFinger. */
export async function fetchJson(
  deps: FetchDependencies,
  address: string,
  accept: string,
  requester: Requester = {},
): Promise<unknown> {
  const { response } = await fetchResource(deps, address, { accept, isSigned: false }, requester);
  return parseJson(response.body);
}

/** Fails without the text of the response, which could resemble an outage. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Error('The response is no JSON.');
  }
}

/** @throws UnusableResponse; ForbiddenError for a suspended server; RateLimitedError; Error */
async function fetchResource(
  deps: FetchDependencies,
  address: string,
  options: FetchOptions,
  { cause, signal: ending }: Requester,
): Promise<{ url: URL; response: IncomingResponse }> {
  if (cause !== undefined) await deps.rateLimiter.consume('federationFetches', cause);
  const signals = [deps.stopping, AbortSignal.timeout(timeoutMs), ...(ending ? [ending] : [])];
  const signal = AbortSignal.any(signals);
  let url = new URL(address);
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    await requireOpenServer(deps.database, url.host);
    const headers = await createHeaders(deps, url, options);
    const sending = send(deps.sendRequest, url, { method: 'GET', headers, signal });
    const response = await sending.catch((error: unknown) => {
      throw deps.stopping.aborted ? new Stopping('This server stops.') : error;
    });
    if (response.status === 200) return { url, response };
    const next = URL.parse(response.headers.location ?? '', url.href);
    if (response.status < 300 || response.status >= 400 || next === null) {
      throw new UnusableResponse(response.status, url);
    }
    url = next;
  }
  throw new Error('The document has too many redirects.');
}

async function createHeaders(
  { keys, addresses, userAgent }: FetchDependencies,
  url: URL,
  { accept, isSigned }: FetchOptions,
): Promise<Record<string, string>> {
  const headers = { Accept: accept, 'User-Agent': userAgent };
  const key = isSigned ? await keys.find(instanceActorId) : null;
  if (key === null) return headers;
  const { signHeaders } = await import('../fedify.ts');
  const signer = { privateKey: key.privateKey, keyId: addresses.key(instanceActorId) };
  return signHeaders(url, { method: 'GET', headers }, signer);
}
