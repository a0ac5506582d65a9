import { isNestedTooDeeply } from '@skein/contracts/http';
import { AppError, RateLimitedError, UnauthenticatedError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import { addressKey } from '../../../platform/rate-limits/rate-limits.ts';
import { loadRemoteActor } from '../actors/fetch-actor.ts';
import { findActor, findKey, saveActor } from '../actors/remote-actors.repository.ts';
import { createLoaders } from '../delivery/load-document.ts';
import { AlreadyReceived } from '../delivery/values.repository.ts';
import type { Activity, Loaders } from '../fedify.ts';
import { requireOpenServer } from '../servers/server-policy.queries.ts';
import { synchronizationHeader, synchronizeFollowers } from '../follows/synchronize-followers.ts';
import type { SynchronizationDependencies } from '../follows/synchronize-followers.ts';
import { concernsThisServer } from '../threads/receive-threads.ts';
import { handleActivity, isHandled, isWithdrawal } from './handle-activity.ts';
import type { HandlingDependencies } from './handle-activity.ts';
import { refreshIfStale } from './refresh-actor.ts';
import type { Received } from './received.ts';

const idMaxLength = 2000;
const typesMax = 10;

export type InboxDependencies = SynchronizationDependencies & HandlingDependencies;

export interface Delivered {
  /** With the address that the other server has signed. */
  request: Request;
  body: string;
  /** The IP address of the other server. */
  address: string | undefined;
}

/** What is read of an activity before its signature is verified. */
interface Envelope {
  json: Record<string, unknown>;
  types: readonly unknown[];
  actorUri: string;
}

/**
 * Verifies an activity of another server and applies it. An activity without a valid signature leaves no
 * trace, and one that was received before has no effect.
 * @throws AppError `malformed_body`; ForbiddenError for a suspended server and for a direct message; UnauthenticatedError;
 * RateLimitedError
 */
export async function receiveActivity(
  deps: InboxDependencies,
  delivered: Delivered,
): Promise<void> {
  const { database, rateLimiter, domains } = deps;
  const { json, types, actorUri } = readEnvelope(delivered.body);
  const host = URL.parse(actorUri)?.host;
  if (host === undefined || domains.includes(host)) throw badSignature();
  await requireOpenServer(database, host);
  const known = await findActor(database, actorUri);
  const isKnown = known !== null;
  // Servers send the deletion of an account to all others. It can no longer be verified.
  if (!isKnown && types.includes('Delete')) return;
  if (!isKnown) {
    await rateLimiter.consume('federationFetches', addressKey(delivered.address));
    await rateLimiter.consume('federationActors', `server:${host}`);
  }
  const loaders = createLoaders(deps, host);
  const key = await verify(deps, delivered, { actorUri, loaders });
  await rateLimiter.consume('federationActivities', `server:${host}`);
  const activity = await parse(json, { actorUri, loaders });
  if (!(await isHandled(activity))) return;
  const senderId = await identify(deps, { actorUri, key, loaders, activity, document: json });
  if (senderId === null) return;
  await handleActivity(deps, { activity, senderId, document: json, loaders }).catch(
    (error: unknown) => {
      if (!(error instanceof AlreadyReceived)) throw error;
    },
  );
  // The other server does not wait for these.
  if (known !== null) void refreshIfStale(deps, known, loaders);
  const header = delivered.request.headers.get(synchronizationHeader);
  if (header !== null) {
    void synchronizeFollowers(deps, header, { userId: senderId, uri: actorUri });
  }
}

/** The key of a valid signature. */
interface UsedKey {
  id: string;
  /** Whether it was not stored. */
  isFetched: boolean;
}

/** @throws AppError `malformed_body` */
function readEnvelope(body: string): Envelope {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw malformed();
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw malformed();
  if (isNestedTooDeeply(json) || /\\u0000|\0/.test(body)) throw malformed();
  const { actor, type } = json as { actor?: unknown; type?: unknown };
  const actorUri = typeof actor === 'object' && actor !== null && 'id' in actor ? actor.id : actor;
  if (typeof actorUri !== 'string' || actorUri.length > idMaxLength) throw malformed();
  return { json: { ...json }, types: [type].flat(), actorUri };
}

/** @throws UnauthenticatedError; RateLimitedError */
async function verify(
  { database }: InboxDependencies,
  { request }: Delivered,
  { actorUri, loaders }: { actorUri: string; loaders: Loaders },
): Promise<UsedKey> {
  const { verifySignature } = await import('../fedify.ts');
  let limited: RateLimitedError | undefined;
  let isFetched = false;
  const documentLoader: Loaders['documentLoader'] = (url, options) => {
    // A key of another host cannot belong to the actor, so it is not even fetched.
    if (URL.parse(url)?.host !== URL.parse(actorUri)?.host) throw badSignature();
    isFetched = true;
    return loaders.documentLoader(url, options).catch((error: unknown) => {
      if (error instanceof RateLimitedError) limited = error;
      throw error;
    });
  };
  const id = await verifySignature(request, {
    loaders: { ...loaders, documentLoader },
    findKey: (keyId) => findKey(database, actorUri, keyId),
  }).catch(() => null);
  if (limited !== undefined) throw limited;
  if (id === null) throw badSignature();
  return { id, isFetched };
}

/** @throws AppError `malformed_body` */
async function parse(
  json: Envelope['json'],
  { actorUri, loaders }: { actorUri: string; loaders: Loaders },
): Promise<Activity> {
  const { parseActivity } = await import('../fedify.ts');
  const activity = await parseActivity(shortenActivity(json), loaders.contextLoader).catch(
    (error: unknown) => {
      if (error instanceof RateLimitedError) throw error;
      throw malformed();
    },
  );
  const { id, actorId } = activity;
  const isOwn = actorId?.href === actorUri && id?.host === new URL(actorUri).host;
  if (!isOwn || id.href.length > idMaxLength) throw malformed();
  return activity;
}

/**
 * The parts of an activity that handlers read in its parsed form. To expand thousands of others, such as tags, would
 * take long.
 */
function shortenActivity(json: Envelope['json']): Record<string, unknown> {
  const types = [json['type']].flat().filter((type) => typeof type === 'string');
  const parts = {
    '@context': json['@context'],
    id: toId(json),
    type: types.slice(0, typesMax),
    actor: toId(json['actor']),
    object: shortenObject(json['object']),
  };
  // Undefined values are no JSON.
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}

/** An activity in another one, such as in an `Undo`, or the id of another object. */
function shortenObject(value: unknown): unknown {
  const object: unknown = Array.isArray(value) ? value[0] : value;
  const isActivity = typeof object === 'object' && object !== null && 'object' in object;
  return isActivity ? shortenActivity({ ...object }) : toId(object);
}

function toId(value: unknown): string | undefined {
  const isObject = typeof value === 'object' && value !== null && 'id' in value;
  const id = isObject ? value.id : value;
  return typeof id === 'string' ? id : undefined;
}

/**
 * The user of the sender, if it owns the key. An unknown sender is stored only for an activity that needs it:
 * null for others. Null also for one that moderators have restricted, unless it withdraws something.
 * @throws UnauthenticatedError
 */
async function identify(
  deps: InboxDependencies,
  {
    actorUri,
    key,
    loaders,
    activity,
    document,
  }: Pick<Received, 'activity' | 'document'> & {
    actorUri: string;
    key: UsedKey;
    loaders: Loaders;
  },
): Promise<string | null> {
  const { Block, Follow } = await import('../fedify.ts');
  const known = await findActor(deps.database, actorUri);
  if (known?.isRestricted === true && !(await isWithdrawal(activity))) return null;
  // A key that had to be fetched is new, or has replaced the stored one.
  if (known !== null && !key.isFetched) return known.userId;
  const isNeeded =
    activity instanceof Block ||
    activity instanceof Follow ||
    (await concernsThisServer(deps, document));
  if (known === null && !isNeeded) return null;
  const actor = await loadRemoteActor(deps, actorUri, loaders).catch((error: unknown) => {
    if (error instanceof RateLimitedError || isOutage(error)) throw error;
    // The document is missing or invalid, or the other server does not respond.
    throw badSignature();
  });
  if (!actor.keys.some(({ id }) => id === key.id)) throw badSignature();
  return saveActor(deps.database, actor, deps.clock.now());
}

const malformed = () => new AppError('malformed_body', 'error.bodyMalformed');
const badSignature = () => new UnauthenticatedError('error.signatureInvalid');
