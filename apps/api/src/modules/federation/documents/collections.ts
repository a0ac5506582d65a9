import { activityStreams, everyone } from '../../../platform/activity-streams.ts';
import { isId } from '../../../platform/ids.ts';
import { findPublicThread, listThreadsOfUser } from '../../previews/index.ts';
import { listFeaturedTags } from '../../users/index.ts';
import { instanceActorId } from '../../../domain/instance-actor.ts';
import type { Addresses } from '../identity/addresses.ts';
import type { DocumentDependencies, ServedDocument } from './documents.ts';
import { findPinnedThread, listConnections } from './connections.queries.ts';
import { findLocalActor } from '../actors/local-actors.queries.ts';
import type { LocalActorRow } from '../actors/local-actors.queries.ts';

const pageSize = 50;

/** The query of a request: `page` selects the first page, `until` a later one. */
export type CollectionQuery = Readonly<Record<string, unknown>>;

interface Page {
  items: readonly unknown[];
  /** The key of the last item; null on the last page. */
  next: string | null;
}

interface Collection {
  count: number;
  /** Undefined if only the number is public. */
  readPage: ((until: string | undefined) => Promise<Page>) | undefined;
}

type Read = (deps: DocumentDependencies, row: LocalActorRow) => Collection;

const paged: Record<string, Read> = {
  followers: (deps, row) => readConnections(deps, row, 'followers'),
  following: (deps, row) => readConnections(deps, row, 'following'),
  outbox: (deps, row) => ({
    count: row.threadsCount,
    readPage: (until) => readOutbox(deps, row, until),
  }),
};

/**
 * A collection of an account by its name; null if there is none. A private account shows no numbers, and a user can
 * hide followers and followed accounts. The actor of the instance has only an empty outbox.
 */
export async function findCollection(
  deps: DocumentDependencies,
  userId: string,
  name: string,
  { page, until }: CollectionQuery,
): Promise<ServedDocument | null> {
  if (userId === instanceActorId && name === 'outbox') {
    return toDocument(deps.addresses.collection(userId, name), { totalItems: 0 });
  }
  const row = isId(userId) ? await findLocalActor(deps.database, userId) : null;
  if (row === null) return null;
  const id = deps.addresses.collection(row.id, name);
  if (name === 'featured') return toDocument(id, { orderedItems: await readPinned(deps, row) });
  if (name === 'tags') return toDocument(id, await readTags(deps, row));
  const read = Object.hasOwn(paged, name) ? paged[name] : undefined;
  if (read === undefined) return null;
  const hidden: Collection = { count: 0, readPage: undefined };
  const collection = row.isShownOutside ? read(deps, row) : hidden;
  if (page !== undefined)
    return toPage(id, collection, typeof until === 'string' ? until : undefined);
  return toOverview(id, collection);
}

function toOverview(id: string, { count, readPage }: Collection): ServedDocument {
  const first = readPage && { first: `${id}?page=true` };
  return toDocument(id, { totalItems: count, ...first });
}

async function toPage(
  id: string,
  collection: Collection,
  until: string | undefined,
): Promise<ServedDocument> {
  const { count, readPage } = collection;
  if (readPage === undefined) return toOverview(id, collection);
  const { items, next } = await readPage(until);
  const first = `${id}?page=true`;
  return toDocument(until === undefined ? first : `${first}&until=${encodeURIComponent(until)}`, {
    type: 'OrderedCollectionPage',
    partOf: id,
    totalItems: count,
    orderedItems: items,
    ...(next !== null && { next: `${first}&until=${next}` }),
  });
}

function toDocument(id: string, fields: object): ServedDocument {
  const document = { '@context': activityStreams, id, type: 'OrderedCollection', ...fields };
  return { status: 200, document };
}

function readConnections(
  { database, addresses }: DocumentDependencies,
  row: LocalActorRow,
  name: 'followers' | 'following',
): Collection {
  const count = name === 'followers' ? row.followersCount : row.followingCount;
  if (row.hidesConnections) return { count, readPage: undefined };
  return {
    count,
    async readPage(until) {
      const rows = await listConnections(database, {
        userId: row.id,
        name,
        until,
        limit: pageSize,
      });
      const items = rows.map(({ id, uri }) => uri ?? addresses.actor(id));
      return { items, next: rows.length < pageSize ? null : (rows.at(-1)?.key ?? null) };
    },
  };
}

async function readOutbox(
  { database, addresses }: DocumentDependencies,
  { id, username }: LocalActorRow,
  until: string | undefined,
): Promise<Page> {
  if (until !== undefined && !isId(until)) return { items: [], next: null };
  const rows = await listThreadsOfUser(database, username, until);
  const items = rows.map((thread) => ({
    id: `${addresses.object(thread.id)}/create`,
    type: 'Create',
    actor: addresses.actor(id),
    published: thread.createdAt.toISOString(),
    to: [everyone],
    object: addresses.object(thread.id),
  }));
  return { items, next: rows.at(-1)?.id ?? null };
}

async function readPinned(
  { database, addresses }: DocumentDependencies,
  { id, isShownOutside }: LocalActorRow,
): Promise<string[]> {
  const threadId = isShownOutside ? await findPinnedThread(database, id) : null;
  const thread = threadId === null ? null : await findPublicThread(database, threadId);
  return thread === null ? [] : [addresses.object(thread.id)];
}

async function readTags(
  { database, addresses }: DocumentDependencies,
  { id, isShownOutside }: LocalActorRow,
): Promise<object> {
  const tags = isShownOutside ? await listFeaturedTags(database, id) : [];
  return {
    '@context': [activityStreams, { Hashtag: 'as:Hashtag' }],
    type: 'Collection',
    totalItems: tags.length,
    items: tags.map((tag) => toHashtag(tag, addresses)),
  };
}

function toHashtag(tag: string, { origin }: Addresses): object {
  return { type: 'Hashtag', name: `#${tag}`, href: `${origin}/hashtag/${encodeURIComponent(tag)}` };
}
