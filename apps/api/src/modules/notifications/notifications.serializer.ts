import type { Notification } from '@skein/contracts/notifications';
import type { Thread } from '@skein/contracts/threads';
import type { User } from '@skein/contracts/users';
import type { GroupDetails } from './group-details.queries.ts';
import type { GroupRow } from './groups.queries.ts';

export interface HydratedGroup {
  row: GroupRow;
  details: GroupDetails;
  actors: User[];
  thread: Thread | null;
}

export function toNotificationDto({ row, details, actors, thread }: HydratedGroup): Notification {
  const { type, followRequestId } = row;
  const { actorsCount, requestStatus: status } = details;
  return {
    id: row.id,
    type,
    actors,
    actorsCount,
    thread,
    followRequest: followRequestId && status ? { id: followRequestId, status } : null,
    createdAt: row.createdAt.toISOString(),
    isRead: row.readAt !== null,
  };
}
