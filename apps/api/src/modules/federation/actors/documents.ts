import type { Database } from '@skein/db';
import { isId } from '../../../platform/ids.ts';
import { findPublicThread } from '../../previews/index.ts';
import type { ActorKeys } from '../identity/actor-keys.repository.ts';
import { instanceActorId } from '../identity/addresses.ts';
import type { Addresses } from '../identity/addresses.ts';
import {
  toActorDocument,
  toCollectionDocument,
  toInstanceDocument,
  toTombstone,
} from './actor.serializer.ts';
import { findLocalActor, isDeletedActor } from './local-actors.queries.ts';
import { toNoteDocument } from './note.serializer.ts';

interface Dependencies {
  database: Database;
  keys: ActorKeys;
  addresses: Addresses;
}

/** A document for other servers, or what is left of a deleted account. */
export interface ServedDocument {
  status: 200 | 410;
  document: object;
}

const collections = {
  followers: 'followersCount',
  following: 'followingCount',
  outbox: 'threadsCount',
} as const;

/** The document of an account, by its id or username; null if other servers cannot find it. */
export async function findActorDocument(
  deps: Dependencies,
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

/** Private accounts show the numbers to nobody. */
export async function findCollection(
  { database, addresses }: Dependencies,
  id: string,
  name: string,
): Promise<ServedDocument | null> {
  const row = isId(id) ? await findLocalActor(database, id) : null;
  if (row === null || !Object.hasOwn(collections, name)) return null;
  const count = row.isShownOutside ? row[collections[name as keyof typeof collections]] : 0;
  const document = toCollectionDocument(addresses.collection(row.id, name), count);
  return { status: 200, document };
}

/** The document of a thread that visitors may see. */
export async function findNote(
  { database, addresses }: Dependencies,
  threadId: string,
): Promise<ServedDocument | null> {
  const row = await findPublicThread(database, threadId);
  if (row === null) return null;
  return { status: 200, document: toNoteDocument(row, { addresses, authorId: row.author.id }) };
}
