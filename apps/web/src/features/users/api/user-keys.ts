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
