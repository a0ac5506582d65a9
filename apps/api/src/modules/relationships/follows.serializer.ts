import type { FollowRequest, SentFollowRequest } from '@skein/contracts/relationships';
import type { ListedUser } from '../users/index.ts';

/** A pending request to follow the viewer. */
export function toFollowRequestDto(listed: ListedUser): FollowRequest {
  return { ...toRequestFields(listed), requester: listed.user };
}

/** A pending request of the viewer. */
export function toSentFollowRequestDto(listed: ListedUser): SentFollowRequest {
  return { ...toRequestFields(listed), target: listed.user };
}

function toRequestFields({ since, reference }: ListedUser) {
  if (since === null || reference === null) throw new Error('The row is not a follow request.');
  return { id: reference, status: 'pending' as const, createdAt: since.toISOString() };
}
