import { createHash } from 'node:crypto';
import { activityStreams, everyone } from '../../../platform/activity-streams.ts';
import { hourMs } from '../../../platform/clock.ts';
import { UnauthenticatedError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/logger.ts';
import { toViewer } from '../../../platform/viewer.ts';
import { findLocalActor } from '../actors/local-actors.queries.ts';
import { findFollowersUri } from '../actors/remote-actors.repository.ts';
import type { ServedDocument } from '../documents/documents.ts';
import { findSigner } from '../documents/find-signer.ts';
import type { SignedRequest } from '../documents/find-signer.ts';
import type { FetchDependencies } from '../http-client/load-document.ts';
import { synchronizationName } from '../identity/addresses.ts';
import type { Loaders } from '../fedify.ts';
import type { Delivery } from '../outbox/queue.repository.ts';
import { deleteValue, storeValue } from '../expiring-values.repository.ts';
import type { FollowDependencies } from './receive-follows.ts';
import {
  enqueueUndoneFollows,
  listFollowersOnHost,
  listLocalFollowers,
} from './synchronization.queries.ts';

/**
 * Followers synchronization across servers, https://w3id.org/fep/8fcf: two servers notice that they disagree about
 * the followers of an account, and correct it.
 */

export const synchronizationHeader = 'Collection-Synchronization';

const digestLength = 32;
/** The next synchronization corrects the rest. */
const undoneMax = 200;

export interface SynchronizationDependencies extends FetchDependencies, FollowDependencies {
  logger: Pick<Logger, 'warn'>;
}

/**
 * The header of a delivery that only followers get; null for others. Everybody sees the others anyway, and most
 * deliveries need no query.
 */
export async function createSynchronizationHeader(
  { database, addresses }: Pick<FetchDependencies, 'database' | 'addresses'>,
  { actorId, host, body }: Pick<Delivery, 'actorId' | 'host' | 'body'>,
): Promise<string | null> {
  const followers = addresses.collection(actorId, 'followers');
  const { to, cc } = JSON.parse(body) as { to?: unknown; cc?: unknown };
  const recipients = new Set<unknown>([to, cc].flat());
  if (!recipients.has(followers) || recipients.has(everyone)) return null;
  const digest = digestIds(await listFollowersOnHost(database, actorId, host));
  const url = addresses.collection(actorId, synchronizationName);
  return `collectionId="${followers}", url="${url}", digest="${digest}"`;
}

/**
 * The followers of a local account on the server that requests them.
 * @throws UnauthenticatedError
 */
export async function findFollowersOnHost(
  deps: FetchDependencies,
  userId: string,
  signed: SignedRequest,
): Promise<ServedDocument | null> {
  const { database, addresses } = deps;
  const row = isId(userId) ? await findLocalActor(database, userId) : null;
  if (row === null) return null;
  const host = await findSigner(deps, signed);
  if (host === null) throw new UnauthenticatedError('error.signatureInvalid');
  const orderedItems = await listFollowersOnHost(database, row.id, host);
  const id = addresses.collection(row.id, synchronizationName);
  return {
    status: 200,
    document: { '@context': activityStreams, id, type: 'OrderedCollection', orderedItems },
    isFollowersOnly: true,
  };
}

/** Compares the followers on this server with the header of an activity, and corrects the difference. */
export async function synchronizeFollowers(
  deps: SynchronizationDependencies,
  header: string,
  sender: { userId: string; uri: string; loaders: Loaders },
): Promise<void> {
  try {
    const claim = parseHeader(header);
    const { host } = new URL(sender.uri);
    if (claim === null || URL.parse(claim.url)?.host !== host) return;
    if (claim.collectionId !== (await findFollowersUri(deps.database, sender.userId))) return;
    const localIds = await listLocalFollowers(deps.database, sender.userId);
    if (digestIds(localIds.map((id) => deps.addresses.actor(id))) === claim.digest) return;
    await runAlone(deps, `synchronizing:${sender.userId}`, async () => {
      const { document } = await sender.loaders.documentLoader(claim.url);
      const knownIds = readMembers(deps, document);
      if (knownIds !== null) await reconcile(deps, sender.userId, { localIds, knownIds });
    });
  } catch (error) {
    deps.logger.warn({ err: error, uri: sender.uri }, 'followers could not be synchronized');
  }
}

/** Does nothing while another request or server does it: a sender may send many headers at once. */
async function runAlone(
  { database, clock }: SynchronizationDependencies,
  key: string,
  run: () => Promise<void>,
): Promise<void> {
  // A server that crashes meanwhile delays the next run only until the value expires.
  if (!(await storeValue(database, key, true, { now: clock.now(), lifetimeMs: hourMs }))) return;
  try {
    await run();
  } finally {
    await deleteValue(database, key);
  }
}

async function reconcile(
  { database, relationships }: SynchronizationDependencies,
  followeeId: string,
  { localIds, knownIds }: { localIds: readonly string[]; knownIds: ReadonlySet<string> },
): Promise<void> {
  const endedIds = localIds.filter((id) => !knownIds.has(id));
  for (const id of endedIds) await relationships.unfollow(toViewer(id), followeeId);
  const followerIds = new Set(localIds);
  const unknownIds = [...knownIds].filter((id) => !followerIds.has(id)).slice(0, undoneMax);
  await enqueueUndoneFollows(database, unknownIds, followeeId);
}

/** The users of this server in a collection; null unless it is complete. */
function readMembers(
  { addresses }: SynchronizationDependencies,
  document: unknown,
): ReadonlySet<string> | null {
  const { items, orderedItems = items, first, next } = document as Record<string, unknown>;
  if (!Array.isArray(orderedItems) || first !== undefined || next !== undefined) return null;
  return new Set(
    orderedItems.flatMap((uri: unknown) =>
      typeof uri === 'string' ? (addresses.parseActor(uri) ?? []) : [],
    ),
  );
}

function parseHeader(header: string) {
  const values = new Map(
    [...header.matchAll(/(\w+)\s*=\s*"([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const collectionId = values.get('collectionId');
  const url = values.get('url');
  const digest = values.get('digest')?.toLowerCase();
  if (collectionId === undefined || url === undefined || digest === undefined) return null;
  return /^[0-9a-f]{64}$/.test(digest) ? { collectionId, url, digest } : null;
}

/** The XOR of the hashes of all ids, which does not depend on their order. */
function digestIds(ids: readonly string[]): string {
  const digest = Buffer.alloc(digestLength);
  for (const id of ids) {
    const hash = createHash('sha256').update(id).digest();
    for (const [index, byte] of hash.entries()) digest[index] = (digest[index] ?? 0) ^ byte;
  }
  return digest.toString('hex');
}
