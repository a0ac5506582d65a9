import type { CurrentUser } from '@skein/contracts/users';
import type { Database } from '@skein/db';
import { UnauthenticatedError } from '../../shared/errors.ts';
import { createUsersRepository } from './users.repository.ts';
import { toCurrentUserDto } from './users.serializer.ts';

export { toPictureUrl } from './picture-url.ts';
export { usersRoutes } from './users.routes.ts';
export { isAuthorVisible, isBlockedBetween, isFollowing, isMuted } from './visibility.queries.ts';

export type UsersModule = ReturnType<typeof createUsersModule>;

export function createUsersModule({ database }: { database: Database }) {
  const repository = createUsersRepository(database);
  return {
    findCredentials: repository.findCredentials,
    insertUser: repository.insertUser,

    /** @throws UnauthenticatedError when the account is gone: its session is worth nothing. */
    async getCurrentUser(id: string): Promise<CurrentUser> {
      const row = await repository.findCurrentUser(id);
      if (row === null) throw new UnauthenticatedError();
      return toCurrentUserDto(row);
    },
  };
}
