/** Every cached copy of a person lives under `all`, so that one change reaches each of them. */
export const userKeys = {
  all: ['people'],
  suggested: ['people', 'suggested'],
  requests: ['people', 'requests'],
  sentRequests: ['people', 'sent-requests'],
  profile: (idOrUsername: string) => ['people', 'profile', idOrUsername.toLowerCase()] as const,
  circles: ['people', 'circle'],
  /** Followers or those whom a person follows, as far as they match `search`. */
  circle: (idOrUsername: string, circle: ConnectionsKind, search: string) =>
    ['people', 'circle', idOrUsername.toLowerCase(), circle, search] as const,
  /** Mutations of one user's follow state, and of one follow request, wherever they were started. */
  follow: (userId: string) => ['people', 'follow', userId] as const,
  decision: (requestId: string) => ['people', 'decision', requestId] as const,
} as const;

export type ConnectionsKind = 'followers' | 'following';
