import type { Notification } from '@skein/contracts/notifications';
import type { Thread } from '@skein/contracts/threads';
import type { User } from '@skein/contracts/users';
import type { GroupRow } from './groups.queries.ts';

export interface HydratedGroup {
  row: GroupRow;
  actors: User[];
  thread: Thread | null;
}

export function toNotificationDto({ row, actors, thread }: HydratedGroup): Notification {
  const { type, followRequestId, requestStatus: status, actorsCount } = row;
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
