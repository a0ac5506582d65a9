import type { Person } from '@skein/contracts/users';
import type { Database } from '@skein/db';
import { isId } from '../../shared/ids.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { userNotFound } from '../users/index.ts';
import type { UsersModule } from '../users/index.ts';
import { createProfilesRepository } from './profiles.repository.ts';
import { selectPeopleByName } from './search.queries.ts';
import { selectSuggested } from './suggestions.queries.ts';

export { profilesRoutes } from './profiles.routes.ts';

export interface ProfilesDependencies {
  database: Database;
  users: Pick<UsersModule, 'getProfile' | 'listPeople'>;
}

export type ProfilesModule = ReturnType<typeof createProfilesModule>;

export function createProfilesModule({ database, users }: ProfilesDependencies) {
  const repository = createProfilesRepository(database);

  return {
    get: users.getProfile,

    /** A blank text finds nobody. */
    async search(viewer: Viewer, input: { q: string; limit: number }): Promise<Person[]> {
      const q = input.q.trim().replace(/^@/, '');
      if (q === '') return [];
      const source = selectPeopleByName(viewer.userId, q, input.limit);
      return toPeople(await users.listPeople(viewer, source));
    },

    async suggest(viewer: Viewer, limit: number): Promise<Person[]> {
      return toPeople(await users.listPeople(viewer, selectSuggested(viewer.userId, limit)));
    },

    /** @throws NotFoundError */
    async dismiss(viewer: Viewer, userId: string): Promise<void> {
      const isDone = isId(userId) && (await repository.dismissSuggestion(viewer.userId, userId));
      if (!isDone) throw userNotFound();
    },
  };
}

function toPeople(listed: readonly { person: Person }[]): Person[] {
  return listed.map(({ person }) => person);
}
