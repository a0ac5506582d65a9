import type { Notification } from '@skein/contracts/notifications';
import type { Thread } from '@skein/contracts/threads';
import type { MovedTo } from '@skein/contracts/users';
import { toUserDto } from '../users/index.ts';
import type { GroupRow } from './groups.queries.ts';

export function toNotificationDto(
  row: GroupRow,
  thread: Thread | null,
  movedToByActor: ReadonlyMap<string, MovedTo>,
): Notification {
  const { type, followRequestId, requestStatus: status, actorsCount } = row;
  return {
    id: row.id,
    type,
    actors: row.actors.map(toUserDto),
    actorsCount,
    thread,
    followRequest: followRequestId && status ? { id: followRequestId, status } : null,
    moves: type === 'moved' ? row.actors.flatMap(({ id }) => toMove(id, movedToByActor)) : [],
    createdAt: row.createdAt.toISOString(),
    isRead: row.readAt !== null,
  };
}

function toMove(actorId: string, movedToByActor: ReadonlyMap<string, MovedTo>) {
  const movedTo = movedToByActor.get(actorId);
  return movedTo === undefined ? [] : [{ actorId, movedTo }];
}
