/** What the access token of an app permits. The names are those of Mastodon. */

const readTopics = [
  'accounts',
  'blocks',
  'bookmarks',
  'favourites',
  'filters',
  'follows',
  'lists',
  'mutes',
  'notifications',
  'search',
  'statuses',
] as const;

const writeTopics = [
  'accounts',
  'blocks',
  'bookmarks',
  'conversations',
  'favourites',
  'filters',
  'follows',
  'lists',
  'media',
  'mutes',
  'notifications',
  'reports',
  'statuses',
] as const;

export type ScopeTopic = (typeof readTopics)[number] | (typeof writeTopics)[number];

/** A scope that an endpoint may require. */
export type Scope =
  | `read:${(typeof readTopics)[number]}`
  | `write:${(typeof writeTopics)[number]}`
  | 'profile'
  | 'push';

/** With it, an app receives a refresh token, and its access tokens expire. */
export const offlineAccess = 'offline_access';

/** What a token may permit. `read` and `write` include all scopes that begin with them. */
export const tokenScopes: readonly string[] = [
  'read',
  'write',
  'follow',
  'push',
  'profile',
  ...readTopics.map((topic) => `read:${topic}`),
  ...writeTopics.map((topic) => `write:${topic}`),
];

/** An app may ask for these. */
export const scopes: readonly string[] = [...tokenScopes, offlineAccess];

const followTopics: ReadonlySet<string> = new Set(['blocks', 'follows', 'mutes']);

/** Whether one of the granted scopes is the required one or includes it. */
export function includesScope(granted: readonly string[], required: string): boolean {
  const [kind = '', topic] = required.split(':');
  if (granted.includes(required) || granted.includes(kind)) return true;
  if (required === 'profile') return includesScope(granted, 'read:accounts');
  return topic !== undefined && followTopics.has(topic) && granted.includes('follow');
}
