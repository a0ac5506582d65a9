export { isListingPending, selectSkippedUsers, selectUnlistedUsers } from './listing.queries.ts';
export { lockAccounts } from './lock-accounts.repository.ts';
export { isKnown, isNamedBy, isRequested, shownName, shownUsername } from './people.hydrator.ts';
export { foldedNames, foldNameQuery } from './names.queries.ts';
export { toPictureUrl } from './picture-url.ts';
export { isReservedUsername } from './usernames.ts';
export { createUsersModule, userNotFound } from './users.module.ts';
export type { UsersModule, ListedPerson } from './users.module.ts';
export { usersRoutes } from './users.routes.ts';
export {
  anonymousViewer,
  isAuthorVisible,
  isBlockedBetween,
  isBlockedBy,
  isFollowing,
  isMuted,
  isPublicAuthor,
} from './visibility.queries.ts';
