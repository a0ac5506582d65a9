import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import type { FederationSettings } from '../../../platform/config/federation-settings.ts';
import { isId } from '../../../platform/ids.ts';
import type { ActorKeys } from '../identity/actor-keys.repository.ts';
import { instanceActorId } from '../../../domain/instance-actor.ts';
import type { Addresses } from '../identity/addresses.ts';
import { toActorDocument, toInstanceDocument, toTombstone } from '../actors/actor.serializer.ts';
import { findLocalActor, isDeletedActor } from '../actors/local-actors.queries.ts';
import { toQuoteAuthorization, toReplyAuthorization } from '../approvals/quote.serializer.ts';
import { findAuthorization } from '../approvals/quotes.queries.ts';
import { findReplyAuthorization } from '../approvals/replies.queries.ts';
import { noteContext, toNote } from '../threads/note.serializer.ts';
import { findNoteRow, hasFollowerOn } from '../threads/notes.queries.ts';
import { hasTombstone } from '../expiring-values.repository.ts';

export interface DocumentDependencies {
  database: Database;
  clock: Clock;
  names: FederationSettings;
  keys: ActorKeys;
  addresses: Addresses;
}

/** A document for other servers, or what is left of a deleted account. */
export interface ServedDocument {
  status: 200 | 410;
  document: object;
  /** Whether only some servers may read it. */
  isFollowersOnly?: boolean;
}

/** The document of an account, by its id or username; null if other servers cannot find it. */
export async function findActorDocument(
  deps: DocumentDependencies,
  idOrUsername: string,
): Promise<ServedDocument | null> {
  const { database, keys, addresses } = deps;
  if (idOrUsername === instanceActorId) {
    const key = await keys.find(instanceActorId);
    return key && { status: 200, document: toInstanceDocument({ ...deps, ...key }) };
  }
  const row = await findLocalActor(database, idOrUsername);
  if (row === null) {
    const isDeleted = isId(idOrUsername) && (await isDeletedActor(database, idOrUsername));
    return isDeleted ? { status: 410, document: toTombstone(addresses.actor(idOrUsername)) } : null;
  }
  const key = await keys.find(row.id);
  return key && { status: 200, document: toActorDocument(row, { ...deps, ...key }) };
}

/** The approval of a quote of a local thread; null if there is none, or it was withdrawn. */
export async function findQuoteAuthorization(
  { database, addresses }: DocumentDependencies,
  quoteId: string,
): Promise<ServedDocument | null> {
  const row = isId(quoteId) ? await findAuthorization(database, quoteId) : null;
  return row && { status: 200, document: toQuoteAuthorization(row, addresses) };
}

/**
 * The permission of a reply to a local thread; null if there is none, or it was withdrawn. It is served to the same
 * servers as the thread.
 * @param findSigner Returns the host that has signed the request, or null.
 */
export async function findReplyAuthorizationDocument(
  { database, addresses }: DocumentDependencies,
  replyId: string,
  findSigner: () => Promise<string | null>,
): Promise<ServedDocument | null> {
  const row = isId(replyId) ? await findReplyAuthorization(database, replyId) : null;
  if (row === null) return null;
  if (!row.isOpen) {
    const host = await findSigner();
    if (host === null || !(await hasFollowerOn(database, row.parentAuthorId, host))) return null;
  }
  const document = toReplyAuthorization(row, addresses);
  return { status: 200, document, isFollowersOnly: !row.isOpen };
}

/**
 * The document of a thread. A thread for mentioned users and a message are never served. Threads that visitors may not
 * see are served only to servers with an approved follower.
 * @param findSigner Returns the host that has signed the request, or null.
 */
export async function findNote(
  deps: DocumentDependencies,
  threadId: string,
  findSigner: () => Promise<string | null>,
): Promise<ServedDocument | null> {
  const { database, clock, addresses } = deps;
  if (!isId(threadId)) return null;
  const row = await findNoteRow(database, threadId);
  if (row === null) {
    const isDeleted = await hasTombstone(database, threadId.toLowerCase(), clock.now());
    return isDeleted ? { status: 410, document: toTombstone(addresses.object(threadId)) } : null;
  }
  if (row.audience === 'mentioned') return null;
  const isFollowersOnly = !row.isOpen || row.audience === 'followers';
  if (isFollowersOnly) {
    const host = await findSigner();
    if (host === null || !(await hasFollowerOn(database, row.authorId, host))) return null;
  }
  const note = toNote(row, deps);
  return { status: 200, document: { '@context': noteContext, ...note }, isFollowersOnly };
}
