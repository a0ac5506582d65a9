/** Every cached copy of a person lives under `all`, so that one change reaches each of them. */
export const peopleKeys = {
  all: ['people'],
  suggested: ['people', 'suggested'],
  requests: ['people', 'requests'],
  profile: (idOrUsername: string) => ['people', 'profile', idOrUsername.toLowerCase()] as const,
  circles: ['people', 'circle'],
  /** Followers or those whom a person follows, as far as they match `search`. */
  circle: (idOrUsername: string, circle: Circle, search: string) =>
    ['people', 'circle', idOrUsername.toLowerCase(), circle, search] as const,
} as const;

export type Circle = 'followers' | 'following';
