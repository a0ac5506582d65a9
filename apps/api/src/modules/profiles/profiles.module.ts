import type { Person, ProfileChanges } from '@skein/contracts/users';
import type { Database } from '@skein/db';
import { isId } from '../../shared/ids.ts';
import type { UploadedFile } from '../../shared/uploaded-file.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { userNotFound } from '../users/index.ts';
import type { UsersModule } from '../users/index.ts';
import { createProfilesRepository } from './profiles.repository.ts';
import { selectPeopleByName } from './search.queries.ts';
import { selectSuggested } from './suggestions.queries.ts';
import { updateProfile } from './update-profile.ts';
import type { UpdateProfileDependencies } from './update-profile.ts';

interface ProfilesDependencies extends Omit<UpdateProfileDependencies, 'repository'> {
  database: Database;
  users: Pick<UsersModule, 'getProfile' | 'getCurrentUser' | 'listPeople'>;
}

export type ProfilesModule = ReturnType<typeof createProfilesModule>;

export function createProfilesModule(dependencies: ProfilesDependencies) {
  const { database, users } = dependencies;
  const repository = createProfilesRepository(database);

  return {
    get: users.getProfile,

    update: (viewer: Viewer, changes: ProfileChanges, image: UploadedFile | undefined) =>
      updateProfile({ ...dependencies, repository }, viewer, changes, image),

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
