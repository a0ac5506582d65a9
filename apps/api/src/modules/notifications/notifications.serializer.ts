import type { Notification } from '@skein/contracts/notifications';
import type { Thread } from '@skein/contracts/threads';
import { toUserDto } from '../users/index.ts';
import type { GroupRow } from './groups.queries.ts';

export function toNotificationDto(row: GroupRow, thread: Thread | null): Notification {
  const { type, followRequestId, requestStatus: status, actorsCount } = row;
  return {
    id: row.id,
    type,
    actors: row.actors.map(toUserDto),
    actorsCount,
    thread,
    followRequest: followRequestId && status ? { id: followRequestId, status } : null,
    createdAt: row.createdAt.toISOString(),
    isRead: row.readAt !== null,
  };
}
