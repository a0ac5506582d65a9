import { announcementLanguages } from '@skein/contracts/administration';
import type { AdminAnnouncement } from '@skein/contracts/instance';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';

const { sql } = Prisma;

/** An announcement that has not ended. */
export interface StoredAnnouncement {
  id: string;
  text: string;
  language: string | null;
  startsAt: Date;
  endsAt: Date | null;
  createdAt: Date;
}

type AnnouncementChange = Pick<StoredAnnouncement, 'text' | 'language' | 'endsAt'> & {
  startsAt: Date | null;
};

const columns = {
  id: true,
  text: true,
  language: true,
  startsAt: true,
  endsAt: true,
  createdAt: true,
} as const;

/** Returns false if there are `max` already. */
export async function insertAnnouncement(
  tx: Transaction,
  row: StoredAnnouncement,
  max: number,
): Promise<boolean> {
  // Serializes creations, so that concurrent ones respect the maximum.
  await tx.execute(sql`LOCK TABLE announcements IN SHARE ROW EXCLUSIVE MODE`);
  if ((await tx.announcement.count()) >= max) return false;
  await tx.announcement.create({ data: row, select: { id: true } });
  return true;
}

/** Keeps the start if there is none. Returns null if there is no such announcement. */
export async function updateAnnouncement(
  tx: Transaction,
  id: string,
  { startsAt, ...data }: AnnouncementChange,
): Promise<{ row: StoredAnnouncement; dismissals: number } | null> {
  const { count } = await tx.announcement.updateMany({
    where: { id },
    data: { ...data, ...(startsAt && { startsAt }) },
  });
  if (count === 0) return null;
  const { _count, ...row } = await tx.announcement.findFirstOrThrow({
    where: { id },
    select: { ...columns, _count: { select: { dismissals: true } } },
  });
  return { row, dismissals: _count.dismissals };
}

/** Returns the text; null if there is no such announcement. */
export async function deleteAnnouncement(tx: Transaction, id: string): Promise<string | null> {
  const [removed] = await tx.query<{ text: string }>(
    sql`DELETE FROM announcements WHERE id = ${id}::uuid RETURNING text`,
  );
  return removed?.text ?? null;
}

/** Returns the announcements that are shown or scheduled, latest first. */
export function listCurrentAnnouncements(
  database: Database,
  now: Date,
): Promise<StoredAnnouncement[]> {
  return database.announcement.findMany({
    where: { OR: [{ endsAt: null }, { endsAt: { gt: now } }] },
    orderBy: [{ startsAt: 'desc' }, { id: 'desc' }],
    select: columns,
  });
}

export async function listAllAnnouncements(
  database: Database,
  now: Date,
): Promise<AdminAnnouncement[]> {
  const rows = await database.announcement.findMany({
    orderBy: [{ startsAt: 'desc' }, { id: 'desc' }],
    select: { ...columns, _count: { select: { dismissals: true } } },
  });
  return rows.map(({ _count, ...row }) => toAdminDto(row, _count.dismissals, now));
}

/** Returns false if there is no such announcement. */
export async function dismissAnnouncement(
  database: Database,
  id: string,
  userId: string,
): Promise<boolean> {
  const [found] = await database.query(sql`
    WITH announcement AS (SELECT id FROM announcements WHERE id = ${id}::uuid FOR KEY SHARE),
    dismissal AS (
      INSERT INTO announcement_dismissals (announcement_id, user_id)
      SELECT id, ${userId}::uuid FROM announcement ON CONFLICT DO NOTHING
    )
    SELECT id FROM announcement`);
  return found !== undefined;
}

/** Returns those ids whose announcement the user has dismissed. */
export async function listDismissedAnnouncements(
  database: Database,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{
    id: string;
  }>(sql`SELECT announcement_id AS id FROM announcement_dismissals
    WHERE user_id = ${userId}::uuid AND announcement_id = ANY (${[...ids]}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

export function toAdminDto(
  { id, text, language, startsAt, endsAt, createdAt }: StoredAnnouncement,
  dismissals: number,
  now: Date,
): AdminAnnouncement {
  const isEnded = endsAt !== null && endsAt <= now;
  return {
    id,
    text,
    createdAt: createdAt.toISOString(),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    // Another version may have more languages.
    language: announcementLanguages.find((each) => each === language) ?? null,
    status: isEnded ? 'ended' : startsAt > now ? 'scheduled' : 'current',
    dismissals,
  };
}
