export { lockAccounts } from './lock-accounts.repository.ts';
export { isKnown, isRequested } from './people.hydrator.ts';
export { toPictureUrl } from './picture-url.ts';
export { isReservedUsername } from './usernames.ts';
export { createUsersModule, userNotFound } from './users.module.ts';
export type { UsersModule, ListedPerson } from './users.module.ts';
export { usersRoutes } from './users.routes.ts';
export {
  isAuthorVisible,
  isBlockedBetween,
  isBlockedBy,
  isFollowing,
  isMuted,
} from './visibility.queries.ts';
