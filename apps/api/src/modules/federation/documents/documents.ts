import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import type { FederationSettings } from '../../../platform/config/federation-settings.ts';
import { isId } from '../../../platform/ids.ts';
import type { ActorKeys } from '../identity/actor-keys.repository.ts';
import type { FetchDependencies } from '../http-client/load-document.ts';
import { instanceActorId } from '../../../domain/instance-actor.ts';
import type { Addresses } from '../identity/addresses.ts';
import { toActorDocument, toInstanceDocument, toTombstone } from '../actors/actor.serializer.ts';
import { findLocalActor, isDeletedActor } from '../actors/local-actors.queries.ts';
import { toAuthorization } from '../approvals/approval.serializer.ts';
import { findQuoteAuthorization } from '../approvals/quotes.queries.ts';
import { findReplyAuthorization } from '../approvals/replies.queries.ts';
import { noteContext, toNote } from '../threads/note.serializer.ts';
import { findNoteRow, hasFollowerOn } from '../threads/notes.queries.ts';
import { hasTombstone } from '../expiring-values.repository.ts';
import { findSigner } from './find-signer.ts';
import type { SignedRequest } from './find-signer.ts';

export interface DocumentDependencies {
  database: Database;
  clock: Clock;
  names: FederationSettings;
  keys: ActorKeys;
  addresses: Addresses;
}

/** Some documents are served only to the servers of followers. */
type ServingDependencies = DocumentDependencies & FetchDependencies;

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
export async function findQuoteAuthorizationDocument(
  { database, addresses }: DocumentDependencies,
  quoteId: string,
): Promise<ServedDocument | null> {
  const row = isId(quoteId) ? await findQuoteAuthorization(database, quoteId) : null;
  return row && { status: 200, document: toAuthorization('quote', row, addresses) };
}

/**
 * The approval of a reply to a local thread; null if there is none, or it was withdrawn. It is served to the same
 * servers as the thread.
 */
export async function findReplyAuthorizationDocument(
  deps: ServingDependencies,
  replyId: string,
  signed: SignedRequest,
): Promise<ServedDocument | null> {
  const row = isId(replyId) ? await findReplyAuthorization(deps.database, replyId) : null;
  if (row === null) return null;
  const isFollowersOnly = !row.isOpen;
  if (isFollowersOnly && !(await isFollowerServer(deps, row.targetAuthorId, signed))) return null;
  const document = toAuthorization('reply', row, deps.addresses);
  return { status: 200, document, isFollowersOnly };
}

/**
 * The document of a thread. A thread for mentioned users and a message are never served. Threads that visitors may not
 * see are served only to servers with an approved follower.
 */
export async function findNoteDocument(
  deps: ServingDependencies,
  threadId: string,
  signed: SignedRequest,
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
  if (isFollowersOnly && !(await isFollowerServer(deps, row.authorId, signed))) return null;
  const document = { '@context': noteContext, ...toNote(row, deps) };
  return { status: 200, document, isFollowersOnly };
}

/** Whether the server that requests a document has an approved follower of its author. */
async function isFollowerServer(
  deps: ServingDependencies,
  authorId: string,
  signed: SignedRequest,
): Promise<boolean> {
  const host = await findSigner(deps, signed);
  return host !== null && hasFollowerOn(deps.database, authorId, host);
}
