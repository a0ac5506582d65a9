import type { Focus } from '@skein/contracts/media';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { deleteIfUnclaimed, toMediaRow, withConversion } from './media.repository.ts';
import type { MediaRow } from './media.serializer.ts';

const { sql } = Prisma;

/** An upload of this user, used or not. */
export async function findOwnUpload(
  database: Database,
  id: string,
  ownerId: string,
): Promise<MediaRow | null> {
  const row = await database.media.findFirst({ where: { id, ownerId } });
  return row && withConversion(database, toMediaRow(row));
}

/** What a user says about an upload. Undefined leaves it as it is. */
export interface UploadDetails {
  altText?: string | null | undefined;
  focus?: Focus | undefined;
}

/** Describes an upload that nothing uses yet. Null when there is none. */
export async function describeOwnUpload(
  database: Database,
  id: string,
  ownerId: string,
  { altText, focus }: UploadDetails,
): Promise<MediaRow | null> {
  const [row] = await database.media.updateManyAndReturn({
    where: {
      id,
      ownerId,
      threadId: null,
      messageId: null,
      additionalMessageId: null,
      scheduledId: null,
    },
    data: { ...(altText !== undefined && { altText }), ...(focus && { focus: { ...focus } }) },
  });
  return row === undefined ? null : withConversion(database, toMediaRow(row));
}

/** Deletes an upload that nothing uses. False when there is none. */
export function deleteOwnUpload(database: Database, id: string, ownerId: string): Promise<boolean> {
  return database.$transaction(async (tx) => {
    const found = await tx.query<{ id: string }>(sql`
      SELECT id FROM media WHERE id = ${id}::uuid AND owner_id = ${ownerId}::uuid FOR UPDATE`);
    return (await deleteIfUnclaimed(tx, found)) > 0;
  });
}
