import type { Audience, SelectableAudience } from '@skein/contracts/threads';

export type Visibility = 'public' | 'unlisted' | 'private' | 'direct';

const visibilities: Readonly<Record<Audience, Visibility>> = {
  public: 'public',
  unlisted: 'unlisted',
  followers: 'private',
  mentioned: 'direct',
};

/** All threads of a private account are for its followers. */
export function toVisibility(
  audience: Audience,
  { isPrivate }: { isPrivate: boolean },
): Visibility {
  return isPrivate && audience !== 'mentioned' ? 'private' : visibilities[audience];
}

/** The audience of a new thread. A direct status is a message instead. */
export function toAudience(visibility: Exclude<Visibility, 'direct'>): SelectableAudience {
  return visibility === 'private' ? 'followers' : visibility;
}
