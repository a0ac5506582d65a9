import type { FollowRequest, SentFollowRequest } from '@skein/contracts/relationships';
import type { FamiliarFollowers } from '@skein/contracts/users';
import { toPictureUrl } from '../users/index.ts';
import type { ListedUser } from '../users/index.ts';
import type { NamedFollower } from './familiar-followers.queries.ts';

/** A pending request to follow the viewer. */
export function toFollowRequestDto(listed: ListedUser): FollowRequest {
  return { ...toRequestFields(listed), requester: listed.user };
}

/** A pending request of the viewer. */
export function toSentFollowRequestDto(listed: ListedUser): SentFollowRequest {
  return { ...toRequestFields(listed), target: listed.user };
}

export function toFamiliarFollowersDto(rows: readonly NamedFollower[]): FamiliarFollowers {
  return {
    users: rows.map(({ id, name, username, pictureKey }) => ({
      id,
      name,
      username,
      picture: toPictureUrl(pictureKey),
    })),
    count: rows[0]?.total ?? 0,
  };
}

function toRequestFields({ since, reference }: ListedUser) {
  if (since === null || reference === null) throw new Error('The row is not a follow request.');
  return { id: reference, status: 'pending' as const, createdAt: since.toISOString() };
}
