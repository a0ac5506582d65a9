import type { CurrentUser } from '@skein/contracts/users';
import { saveSession } from '../lib/session/index.ts';
import { anId } from './threads.ts';

const hourSeconds = 3600;

/** An access token in the format of the server. Expires in an hour by default. */
export function aToken(expiresInSeconds = hourSeconds, userId = anId()): string {
  const expiry = Math.floor(Date.now() / 1000) + expiresInSeconds;
  return [{ alg: 'HS256' }, { sub: userId, exp: expiry }, 'signature']
    .map((part) => btoa(JSON.stringify(part)))
    .join('.');
}

export function aUser(fields: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: anId(),
    name: 'Grace Loom',
    email: 'grace@example.org',
    username: 'grace',
    picture: null,
    banner: null,
    bio: null,
    location: null,
    website: null,
    fields: [],
    phoneNumber: null,
    dateOfBirth: null,
    gender: null,
    isPrivate: false,
    isShownOutside: true,
    isFederated: true,
    isBot: false,
    isDiscoverable: true,
    hidesConnections: false,
    isSensitiveByDefault: false,
    defaultLanguage: null,
    sensitiveContent: 'blur',
    messagePermission: 'everyone',
    sendsReadReceipts: true,
    sendsTypingIndicators: true,
    remindsOfAltText: false,
    defaultAudience: 'public',
    feedLanguages: [],
    isUserVerified: false,
    isFrozen: false,
    hasMoved: false,
    isAdmin: fields.role === 'admin' || fields.role === 'owner',
    role: fields.isAdmin ? 'admin' : 'member',
    canSetUp: false,
    followersCount: 0,
    followingCount: 0,
    threadsCount: 0,
    createdAt: '2026-11-01T09:00:00.000Z',
    ...fields,
  };
}

/** Signs a user in before the app renders. */
export function givenSession(
  user: CurrentUser = aUser(),
  token = aToken(hourSeconds, user.id),
): CurrentUser {
  saveSession({ token, user });
  return user;
}
