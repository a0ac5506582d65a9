import type { ServerPolicy } from '@skein/contracts/administration';
import type { ProfileFields } from '@skein/contracts/users';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { canPublish } from '../../../domain/visibility.queries.ts';
import { newId } from '../../../platform/ids.ts';
import type { PublicKey } from '../fedify.ts';
import {
  lockPoliciesShared,
  registerServers,
  selectPolicy,
} from '../servers/server-policy.queries.ts';
import { saveEmoji } from '../remote-media/emoji.repository.ts';
import type { RemoteEmoji } from '../threads/mark-emoji.ts';
import { replaceRemoteMedia } from '../remote-media/remote-media.repository.ts';

const { sql } = Prisma;

/** What is stored of an account of another server. */
export interface RemoteActor {
  uri: string;
  /** The handle has a name and a domain, such as `ada@example.org`. */
  handle: string;
  name: string;
  bio: string | null;
  fields: ProfileFields;
  /** The addresses of its images. */
  picture: string | null;
  banner: string | null;
  /** Its page for people. */
  url: string | null;
  isBot: boolean;
  inbox: string;
  sharedInbox: string | null;
  /** The address of the collection. */
  followers: string | null;
  featured: string | null;
  /** The ids of other accounts of the same user. */
  aliases: string[];
  movedTo: string | null;
  /** Null if its server does not say. */
  createdAt: Date | null;
  keys: PublicKey[];
  /** They are marked in the texts. */
  emoji: RemoteEmoji[];
}

export interface StoredActor {
  userId: string;
  uri: string;
  fetchedAt: Date;
  /** Whether a moderator has suspended or frozen the account. */
  isRestricted: boolean;
}

export function findActor(database: Database, uri: string): Promise<StoredActor | null> {
  return selectActor(database, sql`actor.uri = ${uri}`);
}

export function findActorByHandle(database: Database, handle: string): Promise<StoredActor | null> {
  return selectActor(database, sql`account.username = ${handle}`);
}

async function selectActor(database: Database, condition: Prisma.Sql): Promise<StoredActor | null> {
  const [row] = await database.query<StoredActor>(sql`
    SELECT actor.user_id AS "userId", actor.uri, actor.fetched_at AS "fetchedAt",
      NOT ${canPublish(sql`account`)} AS "isRestricted"
    FROM remote_actors actor JOIN users account ON account.id = actor.user_id
    WHERE ${condition}`);
  return row ?? null;
}

/** Returns the policy for the host of an activity and the keys of its actor, or null as keys for an unknown actor. */
export async function findSender(
  database: Database,
  { actorUri, host }: { actorUri: string; host: string },
): Promise<{ policy: ServerPolicy; keys: PublicKey[] | null }> {
  const [row] = await database.query<{ policy: ServerPolicy; keys: PublicKey[] | null }>(sql`
    SELECT ${selectPolicy(sql`${host}::text`)} AS policy, actor.keys
    FROM (SELECT) request LEFT JOIN remote_actors actor ON actor.uri = ${actorUri}`);
  return row ?? { policy: 'open', keys: null };
}

/** A stored key of any actor, by the id of the key. */
export async function findStoredKey(database: Database, keyId: string): Promise<PublicKey | null> {
  const [row] = await database.query<PublicKey>(sql`
    SELECT key.id, key.pem FROM remote_actors actor, jsonb_to_recordset(actor.keys) key (id text, pem text)
    WHERE actor.uri = split_part(${keyId}, '#', 1) AND key.id = ${keyId}`);
  return row ?? null;
}

/** The address of the followers of an account of another server. */
export async function findFollowersUri(database: Database, userId: string): Promise<string | null> {
  const row = await database.remoteActor.findFirst({
    where: { userId },
    select: { followers: true },
  });
  return row?.followers ?? null;
}

/** Inserts or updates an account of another server. Returns the id of its user. */
export async function saveActor(
  database: Database,
  actor: RemoteActor,
  now: Date,
): Promise<string> {
  const userId = await saveRows(database, actor, now);
  await saveEmoji(database, userId, actor.emoji);
  return userId;
}

function saveRows(database: Database, actor: RemoteActor, now: Date): Promise<string> {
  return database.$transaction(async (tx) => {
    await lockPoliciesShared(tx);
    await tx.execute(sql`
      SELECT pg_advisory_xact_lock(hashtextextended('skein username ' || ${actor.handle}, 0))`);
    const userId = await saveUser(tx, actor, await findUserId(tx, actor));
    const { uri, url, inbox, sharedInbox, followers, featured, aliases, movedTo } = actor;
    const keys = actor.keys.map(({ id, pem }) => ({ id, pem }));
    const addresses = { uri, url, inbox, sharedInbox, followers, featured, aliases, movedTo };
    const data = { ...addresses, keys, fetchedAt: now };
    // The same handle may have got another id when the other server was set up again.
    await tx.remoteActor.deleteMany({ where: { OR: [{ userId }, { uri }] } });
    await tx.remoteActor.create({ data: { userId, ...data }, select: { userId: true } });
    await registerServers(tx, userId, now);
    return userId;
  });
}

async function findUserId(tx: Transaction, { uri, handle }: RemoteActor): Promise<string | null> {
  const user = await tx.user.findFirst({ where: { username: handle }, select: { id: true } });
  if (user !== null) return user.id;
  const actor = await tx.remoteActor.findFirst({ where: { uri }, select: { userId: true } });
  return actor?.userId ?? null;
}

async function saveUser(
  tx: Transaction,
  { handle, name, bio, fields, picture, banner, isBot, movedTo, createdAt }: RemoteActor,
  userId: string | null,
): Promise<string> {
  const data = {
    username: handle,
    domain: handle.slice(handle.indexOf('@') + 1),
    name,
    bio,
    fields: fields.map(({ name: label, value }) => ({ name: label, value })),
    isBot,
    // A `Move` sets it. Its user can cancel the move.
    ...(movedTo === null && { movedToId: null }),
    ...(createdAt !== null && { createdAt }),
  };
  const id = userId ?? newId();
  if (userId === null) {
    const restrictions = { isShownOutside: false, messagePermission: 'nobody' } as const;
    await tx.user.create({ data: { id, ...data, ...restrictions }, select: { id: true } });
  }
  const images = {
    pictureKey: await replaceRemoteMedia(tx, { ownerId: id, kind: 'picture', uri: picture }),
    bannerKey: await replaceRemoteMedia(tx, { ownerId: id, kind: 'banner', uri: banner }),
  };
  await tx.user.update({ where: { id }, data: { ...data, ...images }, select: { id: true } });
  return id;
}

/** Hides an account whose server has deleted it. A job deletes its data. */
export async function markGone(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    UPDATE users SET deleted_at = ${now}, suspended_at = coalesce(suspended_at, ${now})
    WHERE id = ${userId}::uuid AND domain IS NOT NULL AND deleted_at IS NULL`);
}

interface KnownActor {
  uri: string;
  url: string | null;
  username: string;
}

/** The accounts of other servers with these ids or pages. */
export async function listKnownActors(
  database: Database,
  addresses: readonly string[],
): Promise<KnownActor[]> {
  if (addresses.length === 0) return [];
  return database.query<KnownActor>(sql`
    SELECT remote.uri, remote.url, account.username
    FROM remote_actors remote JOIN users account ON account.id = remote.user_id
    WHERE remote.uri = ANY (${addresses}::text[])`);
}
