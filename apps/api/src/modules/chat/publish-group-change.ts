import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import { listMemberIds } from './groups.repository.ts';

/** Notifies the members of a group that one of its messages was changed or deleted. */
export async function publishGroupChange(
  { database, bus }: { database: Database; bus: Pick<Bus, 'publish'> },
  change: 'changed' | 'deleted',
  { group, id }: { group: { id: string }; id: string },
): Promise<void> {
  const userIds = await listMemberIds(database, group.id);
  bus.publish({ kind: 'group-message', change, groupId: group.id, messageId: id, userIds });
}
