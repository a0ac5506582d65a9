export { isListingPending, selectSkippedUsers, selectUnlistedUsers } from './listing.queries.ts';
export { lockAccounts } from './lock-accounts.repository.ts';
export {
  matchesIdOrUsername,
  userColumns,
  visibleName,
  visibleUsername,
} from './users.hydrator.ts';
export type { UserRow } from './users.hydrator.ts';
export {
  findFormerOwners,
  selectFormerUsernamesIn,
  selectIdsByUsernames,
  toPresentUsernames,
} from './former-usernames.repository.ts';
export { toUnknownUserDto, toUserDto } from './users.serializer.ts';
export type { Author } from './users.serializer.ts';
export { requireUnreserved } from './usernames.ts';
export { foldedNames, foldNameQuery, selectUsers } from './names.queries.ts';
export { matchesName } from './search.queries.ts';
export { listFeaturedTags } from './profiles.repository.ts';
export { toBannerUrl, toPictureUrl } from './picture-url.ts';
export { createUsersModule } from './users.module.ts';
export type { UsersModule } from './users.module.ts';
export { userNotFound } from './read-users.ts';
export type { ListedUser } from './read-users.ts';
export {
  findCredentials,
  findOwnCredentials,
  insertUser,
  isActiveUser,
  isPendingUser,
  lockPassword,
  setPassword,
} from './users.repository.ts';
export {
  findAccountByEmail,
  findAccountEmail,
  isEmailProven,
  proveEmail,
  proveEmailByResetLink,
  releaseAccountEmail,
  replaceEmail,
  replaceUnprovenEmail,
} from './emails.repository.ts';
export type { AccountEmail } from './emails.repository.ts';
export { usersRoutes } from './users.routes.ts';
export { createProfilesModule } from './profiles.module.ts';
export type { ProfilesModule } from './profiles.module.ts';
