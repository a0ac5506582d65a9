import type { FollowRequest, SentFollowRequest } from '@skein/contracts/relationships';
import type { ListedUser } from '../users/index.ts';

/** A request that waits for the viewer. */
export function toFollowRequestDto(listed: ListedUser): FollowRequest {
  return { ...toRequestFields(listed), requester: listed.person };
}

/** A request of the viewer's that waits. */
export function toSentFollowRequestDto(listed: ListedUser): SentFollowRequest {
  return { ...toRequestFields(listed), target: listed.person };
}

function toRequestFields({ since, reference }: ListedUser) {
  if (since === null || reference === null) throw new Error('This is no row of a request.');
  return { id: reference, status: 'pending' as const, createdAt: since.toISOString() };
}
