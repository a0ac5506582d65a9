import type { MovedTo, ProfileChanges } from '@skein/contracts/users';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { ConflictError, UnauthenticatedError } from '../../platform/errors.ts';
import { dateOfId, newId } from '../../platform/ids.ts';
import { enqueueProfileUpdate } from '../../domain/events/federation-writer.queries.ts';
import { canSeeProfile } from '../../domain/visibility.queries.ts';
import { reserveFormerUsername, usernameTaken } from './former-usernames.repository.ts';
import type { RemoteAddresses } from './users.serializer.ts';
import { lockAccounts } from './lock-accounts.repository.ts';

const uniqueViolation = 'P2002';

const genders = {
  male: 'male',
  female: 'female',
  other: 'other',
  'prefer-not-to-say': 'prefer_not_to_say',
} as const;

const imageColumns = {
  pictureKey: Prisma.sql`picture_key`,
  bannerKey: Prisma.sql`banner_key`,
} as const;

/** What other servers show of an account. */
const federatedFields = [
  'name',
  'bio',
  'fields',
  'pictureKey',
  'bannerKey',
  'isPrivate',
  'isShownOutside',
  'isDiscoverable',
  'isBot',
] as const;

/** Returns the storage key of the removed image; null if there was none. */
export async function clearProfileImage(
  tx: Transaction,
  id: string,
  image: keyof typeof imageColumns,
): Promise<string | null> {
  const column = imageColumns[image];
  const [row] = await tx.query<{ key: string | null }>(Prisma.sql`
    UPDATE users SET ${column} = NULL
    FROM (SELECT id, ${column} AS key FROM users WHERE id = ${id}::uuid FOR UPDATE) before
    WHERE users.id = before.id
    RETURNING before.key`);
  if (row !== undefined && row.key !== null) await enqueueProfileUpdate(tx, id);
  return row?.key ?? null;
}

/** The hashtags that a user shows on the profile. */
export async function listFeaturedTags(database: Database, userId: string): Promise<string[]> {
  const select = { tag: true } as const;
  const rows = await database.featuredHashtag.findMany({
    where: { userId },
    select,
    orderBy: { id: 'asc' },
  });
  return rows.map(({ tag }) => tag);
}

/** The page of an account of another server; null if it has none. */
export async function findOriginalUrl(database: Database, userId: string): Promise<string | null> {
  const row = await database.remoteActor.findFirst({ where: { userId }, select: { url: true } });
  return row?.url ?? null;
}

export async function findRemoteAddresses(
  database: Database,
  userIds: readonly string[],
): Promise<Map<string, RemoteAddresses>> {
  const rows = await database.remoteActor.findMany({
    where: { userId: { in: [...userIds] } },
    select: { userId: true, uri: true, url: true },
  });
  return new Map(rows.map(({ userId, uri, url }) => [userId, { uri, url }]));
}

/** The account that another one has moved to, if the viewer may see it. */
export async function findMovedTo(
  database: Database,
  viewerId: string,
  targetId: string,
): Promise<MovedTo | null> {
  const [row] = await database.query<MovedTo>(Prisma.sql`
    SELECT target.id, target.username, target.name FROM users target
    WHERE target.id = ${targetId}::uuid AND ${canSeeProfile(viewerId, Prisma.sql`target`)}`);
  return row ?? null;
}

/** Idempotent. Returns false when the viewer may not see the profile. */
export async function dismissSuggestion(
  database: Database,
  viewerId: string,
  userId: string,
): Promise<boolean> {
  const rows = await database.query(Prisma.sql`
    INSERT INTO suggestion_dismissals (user_id, dismissed_id)
    SELECT ${viewerId}::uuid, account.id FROM users account
    WHERE account.id = ${userId}::uuid AND account.id <> ${viewerId}::uuid
      AND ${canSeeProfile(viewerId, Prisma.sql`account`)}
    FOR KEY SHARE
    ON CONFLICT (user_id, dismissed_id) DO UPDATE SET created_at = now()
    RETURNING dismissed_id`);
  return rows.length > 0;
}

/**
 * Changes the given fields; null clears a field. A new name or username removes the verified badge,
 * which an administrator gave to the old one. The old username stays reserved for the account.
 * @throws ConflictError `username_taken`; `conflict` if other servers know the present username
 * @throws UnauthenticatedError when the account no longer exists
 */
export async function saveProfile(
  tx: Transaction,
  id: string,
  {
    gender,
    dateOfBirth,
    ...changes
  }: Omit<ProfileChanges, 'removeProfileImage' | 'removeBannerImage'> & {
    [Image in keyof typeof imageColumns]?: string;
  },
): Promise<void> {
  const data = {
    ...withoutUndefined(changes),
    ...(gender !== undefined && { gender: gender && genders[gender] }),
    ...(dateOfBirth !== undefined && { dateOfBirth: dateOfBirth && new Date(dateOfBirth) }),
  };
  const { name, username } = changes;
  if (name !== undefined || username !== undefined) {
    // Serializes this with a concurrent verification of the account.
    await lockAccounts(tx, [id]);
    await removeBadgeOfOldName(tx, id, changes);
  }
  if (username !== undefined) await reserveIfChanged(tx, id, username);
  await keepFederated(tx, id, changes);
  await updateColumns(tx, id, data);
  if (federatedFields.some((field) => changes[field] !== undefined)) {
    await enqueueProfileUpdate(tx, id);
  }
}

async function updateColumns(
  tx: Transaction,
  id: string,
  data: Prisma.UserUpdateManyMutationInput,
): Promise<void> {
  try {
    const { count } = await tx.user.updateMany({ where: { id }, data });
    if (count === 0) throw new UnauthenticatedError();
  } catch (error) {
    const isTaken =
      error instanceof Prisma.PrismaClientKnownRequestError && error.code === uniqueViolation;
    // The username is the only unique column among them.
    throw isTaken ? usernameTaken() : error;
  }
}

/** An account that other servers know stays connected with them when it becomes private. */
async function keepFederated(
  tx: Transaction,
  id: string,
  { isPrivate, isShownOutside }: Pick<ProfileChanges, 'isPrivate' | 'isShownOutside'>,
): Promise<void> {
  if (isPrivate !== true && isShownOutside !== false) return;
  await tx.execute(Prisma.sql`
    UPDATE users SET is_federated = true WHERE id = ${id}::uuid AND is_federated IS NULL
      AND EXISTS (SELECT FROM actor_keys WHERE actor_id = ${id}::uuid)`);
}

async function reserveIfChanged(tx: Transaction, id: string, username: string): Promise<void> {
  const user = await tx.user.findFirst({ where: { id }, select: { username: true } });
  if (user === null || user.username === username) return;
  if ((await tx.actorKey.count({ where: { actorId: id } })) > 0) {
    throw new ConflictError('conflict', 'error.usernameFederated');
  }
  await reserveFormerUsername(tx, id, { former: user.username, present: username });
}

async function removeBadgeOfOldName(
  tx: Transaction,
  id: string,
  { name, username }: Pick<ProfileChanges, 'name' | 'username'>,
): Promise<void> {
  const unverified = await tx.query(Prisma.sql`
    UPDATE users SET is_verified = false
    WHERE id = ${id}::uuid AND is_verified
      AND (name <> coalesce(${name ?? null}, name)
        OR username <> coalesce(${username ?? null}, username))
    RETURNING id`);
  if (unverified.length === 0) return;
  const entryId = newId();
  await tx.auditEntry.create({
    data: {
      id: entryId,
      createdAt: dateOfId(entryId),
      actorId: id,
      action: 'unverify',
      targetType: 'user',
      targetId: id,
      details: { reason: 'The user changed their name or username.' },
    },
  });
}

function withoutUndefined<Values extends object>(values: Values) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  // The type of Object.fromEntries has no keys.
  return Object.fromEntries(given) as { [Key in keyof Values]?: Exclude<Values[Key], undefined> };
}
