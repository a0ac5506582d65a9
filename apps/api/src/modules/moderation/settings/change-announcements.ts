import type { AdminAnnouncement, AnnouncementInput } from '@skein/contracts/instance';
import type { Database } from '@skein/db';
import { createOnce } from '../../../platform/idempotency/create-once.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/viewer.ts';
import type { Announcements } from '../../instance/index.ts';
import { recordAction } from '../audit/audit.repository.ts';

interface Dependencies {
  database: Database;
  announcements: Announcements;
}

/** @throws ConflictError if there are too many */
export async function createAnnouncement(
  { announcements, database }: Dependencies,
  admin: Actor,
  idempotency: Idempotency,
  input: AnnouncementInput,
): Promise<AdminAnnouncement> {
  const { id } = idempotency;
  const created = await createOnce(idempotency, {
    find: async () => (await announcements.listAll()).find((each) => each.id === id) ?? null,
    create: () =>
      database.$transaction(async (tx) => {
        const announcement = await announcements.create(tx, id, input);
        const details = { text: announcement.text };
        const actor = { actorId: admin.userId, action: 'create_announcement' } as const;
        await recordAction(tx, { ...actor, details });
        return announcement;
      }),
    deletedError: () => new NotFoundError('error.announcementNotFound'),
  });
  await announcements.load();
  return created;
}

/** @throws NotFoundError; ValidationError if it would end before its start */
export async function updateAnnouncement(
  { database, announcements }: Dependencies,
  admin: Actor,
  { announcementId, ...input }: AnnouncementInput & { announcementId: string },
): Promise<AdminAnnouncement> {
  const updated = await database.$transaction(async (tx) => {
    const announcement = await announcements.update(tx, announcementId, input);
    const details = { text: announcement.text };
    const actor = { actorId: admin.userId, action: 'change_announcement' } as const;
    await recordAction(tx, { ...actor, details });
    return announcement;
  });
  await announcements.load();
  return updated;
}

/** @throws NotFoundError */
export async function deleteAnnouncement(
  { database, announcements }: Dependencies,
  admin: Actor,
  id: string,
): Promise<void> {
  await database.$transaction(async (tx) => {
    const text = await announcements.remove(tx, id);
    const actor = { actorId: admin.userId, action: 'delete_announcement' } as const;
    await recordAction(tx, { ...actor, details: { text } });
  });
  await announcements.load();
}
