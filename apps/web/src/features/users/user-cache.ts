import type { QueryClient } from '@tanstack/react-query';
import type { Profile } from '@skein/contracts/users';

/** All cached copies of a user have keys below `all`, so `patchUser` updates every one of them. */
export const userKeys = {
  all: ['users'],
  suggested: ['users', 'suggested'],
  dismissed: ['users', 'dismissed'],
  requests: ['users', 'requests'],
  sentRequests: ['users', 'sent-requests'],
  profile: (idOrUsername: string) => ['users', 'profile', idOrUsername.toLowerCase()] as const,
  allConnections: ['users', 'connections'],
  connections: (idOrUsername: string, kind: ConnectionsKind, search: string) =>
    ['users', 'connections', idOrUsername.toLowerCase(), kind, search] as const,
  /** The users who liked, reposted or reacted to a thread. */
  engaged: (threadId: string, kind: string) => ['users', 'engaged', threadId, kind] as const,
  /** Mutation keys: any component can check whether one is pending. */
  follow: (userId: string) => ['users', 'follow', userId] as const,
  decision: (requestId: string) => ['users', 'decision', requestId] as const,
} as const;

export type ConnectionsKind = 'followers' | 'following';

/** Changes one user in every cached response, at any depth. */
export function patchUser(client: QueryClient, id: string, patch: Partial<Profile>): void {
  client.setQueriesData<unknown>({ queryKey: userKeys.all }, (response: unknown) =>
    patched(response, id, patch),
  );
}

/** Returns the same reference for an unchanged value, which avoids a render. */
function patched(value: unknown, id: string, patch: Partial<Profile>): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => patched(item, id, patch));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isRecord(value)) return value;
  if (value['id'] === id && 'followersCount' in value) return { ...value, ...patch };
  const entries = Object.entries(value).map(([key, part]) => [key, patched(part, id, patch)]);
  return entries.some(([key, part]) => part !== value[String(key)])
    ? Object.fromEntries(entries)
    : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
