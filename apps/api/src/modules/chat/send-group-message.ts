import type { Database, Transaction } from '@skein/db';
import type { MediaModule } from '../media/index.ts';
import { isMember } from './group-state.repository.ts';
import { insertGroupMessage } from './group-messages.repository.ts';
import type { InsertedGroupMessage } from './group-messages.repository.ts';
import { listMentioned } from './list-mentioned.ts';
import { claimFiles } from './message-files.ts';
import type { AttachedFile } from './message-files.ts';
import type { NewMessage } from './messages.repository.ts';

/** Members may change while a message waits for the group. */
const attemptsMax = 5;

interface GroupDraft extends NewMessage {
  files: readonly AttachedFile[];
}

/** Inserts a message of a group, given as its receiver. Null when nothing was inserted, also if this is no group of the sender. */
export async function insertIntoGroup(
  { database, media }: { database: Database; media: Pick<MediaModule, 'claim'> },
  { files, receiverId, ...message }: GroupDraft,
): Promise<InsertedGroupMessage | null> {
  const usernames = listMentioned(message.content);
  const insert = (tx: Database | Transaction) =>
    insertGroupMessage(tx, { ...message, groupId: receiverId, usernames, event: null });
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const inserted =
      files.length === 0
        ? await insert(database)
        : await database.$transaction(async (tx) => {
            const row = await insert(tx);
            if (row === null) return null;
            return { ...row, ...(await claimFiles(media, tx, { ...message, id: row.id, files })) };
          });
    if (inserted !== null) return inserted;
    const key = { viewerId: message.senderId, groupId: receiverId };
    if (!(await isMember(database, key))) return null;
  }
  return null;
}
