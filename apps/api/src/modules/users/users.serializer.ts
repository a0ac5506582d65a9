import { hasPermission } from '@skein/contracts/administration';
import { unknownUser } from '@skein/contracts/users';
import type { CurrentUser, User, Profile, ProfileFields } from '@skein/contracts/users';
import type { AuthorRow, UserRow, ProfileRow } from './users.hydrator.ts';
import { toBannerUrl, toPictureUrl } from './picture-url.ts';
import { toOwnEmail } from './own-email.ts';
import type { CurrentUserRow } from './users.repository.ts';

const genders = {
  male: 'male',
  female: 'female',
  other: 'other',
  prefer_not_to_say: 'prefer-not-to-say',
} as const;

/** A user's own account. */
export function toCurrentUserDto(
  row: CurrentUserRow,
  { role, canSetUp }: Pick<CurrentUser, 'role' | 'canSetUp'>,
): CurrentUser {
  return {
    id: row.id,
    name: row.name,
    email: toOwnEmail(row.email),
    username: row.username,
    picture: toPictureUrl(row.pictureKey),
    banner: toBannerUrl(row.bannerKey),
    bio: row.bio,
    location: row.location,
    website: row.website,
    // The column contains only values that the contract's schema has validated.
    fields: row.fields as ProfileFields,
    phoneNumber: row.phoneNumber,
    dateOfBirth: row.dateOfBirth?.toISOString().slice(0, 10) ?? null,
    gender: row.gender && genders[row.gender],
    isPrivate: row.isPrivate,
    isShownOutside: row.isShownOutside,
    isFederated: row.isFederated ?? (!row.isPrivate && row.isShownOutside),
    isBot: row.isBot,
    isDiscoverable: row.isDiscoverable,
    hidesConnections: row.hidesConnections,
    sensitiveContent: row.sensitiveContent,
    messagePermission: row.messagePermission,
    sendsReadReceipts: row.sendsReadReceipts,
    sendsTypingIndicators: row.sendsTypingIndicators,
    remindsOfAltText: row.remindsOfAltText,
    // A constraint of the database excludes `mentioned`.
    defaultAudience: row.defaultAudience === 'mentioned' ? 'followers' : row.defaultAudience,
    isSensitiveByDefault: row.isSensitiveByDefault,
    defaultLanguage: row.defaultLanguage,
    feedLanguages: row.feedLanguages,
    isUserVerified: row.isVerified,
    isFrozen: row.frozenAt !== null,
    hasMoved: row.movedToId !== null,
    isAdmin: hasPermission(role, 'administrate'),
    role,
    canSetUp,
    followersCount: row.followersCount,
    followingCount: row.followingCount,
    threadsCount: row.threadsCount,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A user in a list, for one viewer. */
export function toUserDto(row: UserRow): User {
  if (!row.canSeeProfile) return toUnknownUserDto(row.id);
  return {
    id: row.id,
    name: row.name,
    username: row.username,
    picture: toPictureUrl(row.pictureKey),
    bio: row.bio,
    isPrivate: row.isPrivate,
    isUserVerified: row.isVerified,
    followersCount: row.followersCount,
    isFollowing: row.isFollowing,
    isFollowedBy: row.isFollowedBy,
    followRequestStatus: row.isRequested ? 'PENDING' : null,
  };
}

/** A user without any details. */
export function toUnknownUserDto(id: string): User {
  return {
    id,
    ...unknownUser,
    picture: null,
    bio: null,
    isPrivate: false,
    isUserVerified: false,
    followersCount: 0,
    isFollowing: false,
    isFollowedBy: false,
    followRequestStatus: null,
  };
}

/** What a profile shows of a user, without relationships to the viewer. */
export type Author = Pick<Profile, 'picture' | 'banner' | 'createdAt'> &
  Omit<AuthorRow, 'pictureKey' | 'bannerKey' | 'createdAt' | 'movedToId'> & {
    /** Null for an account of this server. */
    remote: RemoteAddresses | null;
    /** The account that this one has moved to, without the one that it may have moved to itself. */
    movedTo: Author | null;
  };

/** The addresses of an account of another server. */
export interface RemoteAddresses {
  /** The id of its ActivityPub document. */
  uri: string;
  /** Its page; null if it has none. */
  url: string | null;
}

export function toAuthorDto(
  { pictureKey, bannerKey, createdAt, movedToId: _movedToId, ...row }: AuthorRow,
  { remote, movedTo }: Pick<Author, 'remote' | 'movedTo'>,
): Author {
  return {
    ...row,
    remote,
    movedTo,
    picture: toPictureUrl(pictureKey),
    banner: toBannerUrl(bannerKey),
    createdAt: createdAt.toISOString(),
  };
}

/** A profile, for one viewer. */
export function toProfileDto(row: ProfileRow): Profile {
  return {
    ...toUserDto(row),
    banner: toBannerUrl(row.bannerKey),
    location: row.location,
    website: row.website,
    fields: row.fields,
    followingCount: row.followingCount,
    threadsCount: row.threadsCount,
    pinnedThreadId: row.pinnedThreadId,
    isBlocked: row.isBlocked,
    isServerBlocked: row.isServerBlocked,
    isMuted: row.isMuted,
    mutedUntil: row.mutedUntil?.toISOString() ?? null,
    isNotifying: row.isNotifying,
    areRepostsMuted: row.areRepostsMuted,
    isBot: row.isBot,
    canViewThreads: row.canViewThreads,
    canViewConnections: row.canViewConnections,
    createdAt: row.createdAt.toISOString(),
  };
}
