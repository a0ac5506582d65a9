import type { FollowRequest } from '@skein/contracts/relationships';
import type { ProfileDetails, User } from '@skein/contracts/users';
import { anId } from './threads.ts';

/** A user with a public account that the viewer does not follow. */
export function aListedUser(fields: Partial<User> = {}): User {
  return {
    id: anId(),
    name: 'Ada Weaver',
    username: 'ada',
    picture: null,
    bio: null,
    isPrivate: false,
    isUserVerified: false,
    followersCount: 0,
    isFollowing: false,
    isFollowedBy: false,
    followRequestStatus: null,
    ...fields,
  };
}

/** The profile of a user without a relationship to the viewer. */
export function aProfile(fields: Partial<ProfileDetails> = {}): ProfileDetails {
  return {
    ...aListedUser(),
    banner: null,
    location: null,
    website: null,
    fields: [],
    followingCount: 0,
    threadsCount: 0,
    pinnedThreadId: null,
    isBlocked: false,
    isMuted: false,
    mutedUntil: null,
    isNotifying: false,
    areRepostsMuted: false,
    isServerBlocked: false,
    isBot: false,
    canViewThreads: true,
    canViewConnections: fields.canViewThreads ?? true,
    canMessage: true,
    featuredHashtags: [],
    familiarFollowers: { users: [], count: 0 },
    originalUrl: null,
    movedTo: null,
    note: null,
    createdAt: '2026-05-01T10:00:00.000Z',
    ...fields,
  };
}

/** A request to follow the viewer. */
export function aFollowRequest(fields: Partial<FollowRequest> = {}): FollowRequest {
  return {
    id: anId(),
    status: 'pending',
    createdAt: '2026-11-20T10:00:00.000Z',
    requester: aListedUser(),
    ...fields,
  };
}
