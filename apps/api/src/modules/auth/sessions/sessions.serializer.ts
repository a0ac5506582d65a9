import type { Session } from '@skein/contracts/auth';
import { describeDevice } from './describe-device.ts';
import type { ListedSession } from './own-sessions.repository.ts';

/** A session as listed for its owner. */
export function toSessionDto(row: ListedSession, currentId: string): Session {
  return {
    id: row.id,
    device: describeDevice(row.userAgent),
    address: row.address,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    isCurrent: row.id === currentId,
  };
}
