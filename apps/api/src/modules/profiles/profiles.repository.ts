import type { ProfileChanges } from '@skein/contracts/users';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { ConflictError, UnauthenticatedError } from '../../shared/errors.ts';
import { isKnown } from '../users/index.ts';

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

    /** False when the viewer may not know of the person. Again it changes nothing. */
    async dismissSuggestion(viewerId: string, userId: string): Promise<boolean> {
      const rows = await database.$queryRaw<unknown[]>(Prisma.sql`
        INSERT INTO suggestion_dismissals (user_id, dismissed_id)
        SELECT ${viewerId}::uuid, person.id FROM users person
        WHERE person.id = ${userId}::uuid AND person.id <> ${viewerId}::uuid
          AND ${isKnown(viewerId, Prisma.sql`person`)}
        FOR KEY SHARE
        ON CONFLICT (user_id, dismissed_id) DO UPDATE SET created_at = now()
        RETURNING dismissed_id`);
      return rows.length > 0;
    },
  };
}

/**
 * Changes what is given; null clears it.
 * @throws ConflictError `username_taken`
 * @throws UnauthenticatedError when the account is gone
 */
async function updateProfile(
  tx: Transaction,
  id: string,
  { gender, dateOfBirth, ...changes }: ProfileChanges & { pictureKey?: string },
): Promise<void> {
  const data = {
    ...withoutUndefined(changes),
    ...(gender !== undefined && { gender: gender && genders[gender] }),
    ...(dateOfBirth !== undefined && { dateOfBirth: dateOfBirth && new Date(dateOfBirth) }),
  };
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

function withoutUndefined<Values extends object>(values: Values) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  // Object.fromEntries forgets which keys there are.
  return Object.fromEntries(given) as { [Key in keyof Values]?: Exclude<Values[Key], undefined> };
}
