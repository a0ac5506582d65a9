import type { ProfileChanges } from '@skein/contracts/users';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { ConflictError, UnauthenticatedError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { canSeeProfile } from '../../platform/visibility.queries.ts';
import { lockAccounts } from './lock-accounts.repository.ts';

const uniqueViolation = 'P2002';

const genders = {
  male: 'male',
  female: 'female',
  other: 'other',
  'prefer-not-to-say': 'prefer_not_to_say',
} as const;

export type ProfilesRepository = ReturnType<typeof createProfilesRepository>;

export function createProfilesRepository(database: Database) {
  return {
    updateProfile,

    /** The storage key of the picture that was removed; null if there was none. */
    async removePicture(tx: Transaction, id: string): Promise<string | null> {
      const [row] = await tx.$queryRaw<{ pictureKey: string | null }[]>`
        UPDATE users SET picture_key = NULL
        FROM (SELECT id, picture_key FROM users WHERE id = ${id}::uuid FOR UPDATE) before
        WHERE users.id = before.id
        RETURNING before.picture_key AS "pictureKey"`;
      return row?.pictureKey ?? null;
    },

    /** False when the viewer may not know of the person. Again it changes nothing. */
    async dismissSuggestion(viewerId: string, userId: string): Promise<boolean> {
      const rows = await database.$queryRaw<unknown[]>(Prisma.sql`
        INSERT INTO suggestion_dismissals (user_id, dismissed_id)
        SELECT ${viewerId}::uuid, person.id FROM users person
        WHERE person.id = ${userId}::uuid AND person.id <> ${viewerId}::uuid
          AND ${canSeeProfile(viewerId, Prisma.sql`person`)}
        FOR KEY SHARE
        ON CONFLICT (user_id, dismissed_id) DO UPDATE SET created_at = now()
        RETURNING dismissed_id`);
      return rows.length > 0;
    },
  };
}

/**
 * Changes what is given; null clears it. A new name or username removes the verified badge, which an
 * administrator gave to the old one.
 * @throws ConflictError `username_taken`
 * @throws UnauthenticatedError when the account is gone
 */
async function updateProfile(
  tx: Transaction,
  id: string,
  {
    gender,
    dateOfBirth,
    ...changes
  }: Omit<ProfileChanges, 'removeProfileImage'> & {
    pictureKey?: string;
  },
): Promise<void> {
  const data = {
    ...withoutUndefined(changes),
    ...(gender !== undefined && { gender: gender && genders[gender] }),
    ...(dateOfBirth !== undefined && { dateOfBirth: dateOfBirth && new Date(dateOfBirth) }),
  };
  await removeBadgeOfAnotherName(tx, id, changes);
  try {
    const { count } = await tx.user.updateMany({ where: { id }, data });
    if (count === 0) throw new UnauthenticatedError();
  } catch (error) {
    const isTaken =
      error instanceof Prisma.PrismaClientKnownRequestError && error.code === uniqueViolation;
    // The one unique column among them.
    throw isTaken ? new ConflictError('username_taken', 'This username is taken already.') : error;
  }
}

async function removeBadgeOfAnotherName(
  tx: Transaction,
  id: string,
  { name, username }: Pick<ProfileChanges, 'name' | 'username'>,
): Promise<void> {
  if (name === undefined && username === undefined) return;
  // Serializes this with a verification of the account at the same time.
  await lockAccounts(tx, [id]);
  const unverified = await tx.$queryRaw<unknown[]>`
    UPDATE users SET is_verified = false
    WHERE id = ${id}::uuid AND is_verified
      AND (name <> coalesce(${name ?? null}, name)
        OR username <> coalesce(${username ?? null}, username))
    RETURNING id`;
  if (unverified.length === 0) return;
  await tx.auditEntry.create({
    data: {
      id: newId(),
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
  // Object.fromEntries forgets which keys there are.
  return Object.fromEntries(given) as { [Key in keyof Values]?: Exclude<Values[Key], undefined> };
}
