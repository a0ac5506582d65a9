import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isKnown } from '../users/index.ts';

export type ProfilesRepository = ReturnType<typeof createProfilesRepository>;

export function createProfilesRepository(database: Database) {
  return {
    /** False when the viewer may not know of the person. Again it changes nothing. */
    async dismissSuggestion(viewerId: string, userId: string): Promise<boolean> {
      const rows = await database.$queryRaw<unknown[]>(Prisma.sql`
        INSERT INTO suggestion_dismissals (user_id, dismissed_id)
        SELECT ${viewerId}::uuid, person.id FROM users person
        WHERE person.id = ${userId}::uuid AND person.id <> ${viewerId}::uuid
          AND ${isKnown(viewerId, Prisma.sql`person`)}
        ON CONFLICT (user_id, dismissed_id) DO UPDATE SET created_at = now()
        RETURNING dismissed_id`);
      return rows.length > 0;
    },
  };
}
