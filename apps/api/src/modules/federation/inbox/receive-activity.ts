import { isNestedTooDeeply } from '@skein/contracts/http';
import { AppError, UnauthenticatedError } from '../../../platform/errors.ts';
import { addressKey } from '../../../platform/rate-limits/rate-limits.ts';
import { loadRemoteActor } from '../actors/fetch-actor.ts';
import { findActor, findSender, saveActor } from '../actors/remote-actors.repository.ts';
import type { SignedRequest } from '../documents/find-signer.ts';
import { createLoaders, ignoreForeignFailure, isOwnFailure } from '../http-client/load-document.ts';
import type { FetchDependencies } from '../http-client/load-document.ts';
import type { Loaders, PublicKey } from '../fedify.ts';
import { synchronizationHeader } from '../follows/synchronize-followers.ts';
import { addressMaxLength, listTypes, toId } from '../json-values.ts';
import { findRegistrableDomain } from '../servers/registrable-domain.ts';
import { rejectSuspended } from '../servers/server-policy.queries.ts';
import { receiveFlag } from '../reports/receive-flag.ts';
import { concernsThisServer } from '../threads/receive-threads.ts';
import { insertActivity } from './inbox.repository.ts';

/** One address can use up at most half of the unverified requests to a server. */
const unverifiedPoints = 2;

export interface Delivered extends SignedRequest {
  body: string;
}

/** What is read of an activity before its signature is verified. */
interface Envelope {
  json: Record<string, unknown>;
  types: readonly string[];
  actorUri: string;
  /** The host of the actor and of the activity. */
  host: string;
}

/**
 * Verifies an activity of another server and stores it, so that a background job processes it. An activity without a
 * valid signature leaves no trace.
 * @returns false for one without effect, which is not stored
 * @throws AppError `malformed_body`; ForbiddenError for a suspended server; UnauthenticatedError; RateLimitedError
 */
export async function receiveActivity(
  deps: FetchDependencies,
  delivered: Delivered,
): Promise<boolean> {
  const { database, clock, rateLimiter, domains } = deps;
  const { json, types, actorUri, host } = readEnvelope(delivered.body);
  if (domains.includes(host)) throw badSignature();
  const { policy, keys } = await findSender(database, { actorUri, host });
  rejectSuspended(policy, host);
  const site = await findRegistrableDomain(host);
  const isKnown = keys !== null;
  // Servers send the deletion of an account to all others. It can no longer be verified.
  if (!isKnown && types.includes('Delete')) return false;
  // Anyone can name the server, so the limits of its activities count only what it has signed.
  const loaders = createLoaders(deps, `unverified:${site}`);
  const key = await verify(deps, delivered, { actorUri, keys: keys ?? [], loaders });
  if (!isKnown) await rateLimiter.consume('federationActors', `server:${site}`);
  await rateLimiter.consume('federationActivities', `server:${site}`);
  // The actor of a report is the server itself, whose account is not stored.
  if (types.includes('Flag')) {
    await receiveFlag(deps, { document: json, actorUri, host });
    return false;
  }
  if (!(await identify(deps, { json, types, actorUri, key, loaders }))) return false;
  const synchronization = delivered.request.headers.get(synchronizationHeader);
  const activity = { senderUri: actorUri, host: site, body: delivered.body, synchronization };
  await insertActivity(database, activity, clock.now());
  return true;
}

/** The key of a valid signature. */
interface UsedKey {
  id: string;
  /** Whether it was not stored. */
  isFetched: boolean;
}

/** @throws AppError `malformed_body` */
function readEnvelope(body: string): Envelope {
  const json = parseBody(body);
  const [id = '', actorUri = ''] = [toId(json), toId(json['actor'])];
  if (Math.max(id.length, actorUri.length) > addressMaxLength) throw malformed();
  const host = URL.parse(actorUri)?.host;
  if (host === undefined || URL.parse(id)?.host !== host) throw malformed();
  return { json, types: listTypes(json), actorUri, host };
}

/** @throws AppError `malformed_body` */
function parseBody(body: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw malformed();
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw malformed();
  if (isNestedTooDeeply(json) || /\\u0000|\0/.test(body)) throw malformed();
  return { ...json };
}

/** @throws UnauthenticatedError; RateLimitedError */
async function verify(
  { rateLimiter }: FetchDependencies,
  { request, address }: Delivered,
  { actorUri, keys, loaders }: { actorUri: string; keys: readonly PublicKey[]; loaders: Loaders },
): Promise<UsedKey> {
  const { verifySignature } = await import('../fedify.ts');
  // Fedify treats every error like a missing key.
  let failure: unknown;
  let isFetched = false;
  const documentLoader: Loaders['documentLoader'] = async (url, options) => {
    // A key of another host cannot belong to the actor, so it is not even fetched.
    if (URL.parse(url)?.host !== URL.parse(actorUri)?.host) throw badSignature();
    isFetched = true;
    try {
      await rateLimiter.consume('federationFetches', addressKey(address), unverifiedPoints);
      return await loaders.documentLoader(url, options);
    } catch (error) {
      if (isOwnFailure(error)) failure = error;
      throw error;
    }
  };
  const id = await verifySignature(request, {
    loaders: { ...loaders, documentLoader },
    findKey: (keyId) =>
      Promise.resolve(keys.find(({ id: storedId }) => storedId === keyId) ?? null),
  }).catch(() => null);
  if (failure instanceof Error) throw failure;
  if (id === null) throw badSignature();
  return { id, isFetched };
}

/**
 * Stores the sender if it is unknown or has a new key, which must be its own. An unknown one is stored only for an
 * activity that needs it. Returns false for others.
 * @throws UnauthenticatedError
 */
async function identify(
  deps: FetchDependencies,
  {
    json,
    types,
    actorUri,
    key,
    loaders,
  }: Omit<Envelope, 'host'> & { key: UsedKey; loaders: Loaders },
): Promise<boolean> {
  // Only a stored actor has a stored key.
  if (!key.isFetched) return true;
  const sender = await findActor(deps.database, actorUri);
  const isNeeded =
    types.includes('Block') || types.includes('Follow') || (await concernsThisServer(deps, json));
  if (sender === null && !isNeeded) return false;
  const actor = await ignoreForeignFailure(loadRemoteActor(deps, actorUri, loaders));
  if (actor === null || !actor.keys.some(({ id }) => id === key.id)) throw badSignature();
  await saveActor(deps.database, actor, deps.clock.now());
  return true;
}

const malformed = () => new AppError('malformed_body', 'error.bodyMalformed');
const badSignature = () => new UnauthenticatedError('error.signatureInvalid');
