import type { Database, Transaction } from '@skein/db';
import type { MediaModule } from '../media/index.ts';
import { isMember } from './group-state.repository.ts';
import { insertGroupMessage } from './group-messages.repository.ts';
import type { InsertedGroupMessage } from './group-messages.repository.ts';
import { listMentioned } from './list-mentioned.ts';
import type { NewMessage } from './messages.repository.ts';

/** Members may change while a message waits for the group. */
const attemptsMax = 5;

interface GroupDraft extends NewMessage {
  mediaUrl: string | null;
}

/** Inserts a message of a group, given as its receiver. Null when nothing was inserted, also if this is no group of the sender. */
export async function insertIntoGroup(
  { database, media }: { database: Database; media: Pick<MediaModule, 'claim'> },
  { mediaUrl, receiverId, ...message }: GroupDraft,
): Promise<InsertedGroupMessage | null> {
  const usernames = listMentioned(message.content);
  const insert = (tx: Database | Transaction) =>
    insertGroupMessage(tx, { ...message, groupId: receiverId, usernames, event: null });
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const inserted =
      mediaUrl === null
        ? await insert(database)
        : await database.$transaction(async (tx) => {
            const row = await insert(tx);
            if (row === null) return null;
            const file = await media.claim(tx, {
              ownerId: message.senderId,
              mediaUrl,
              mediaType: message.type === 'text' ? undefined : message.type,
              usedBy: { messageId: row.id },
              position: 0,
              altText: null,
            });
            return { ...row, media: file };
          });
    if (inserted !== null) return inserted;
    const key = { viewerId: message.senderId, groupId: receiverId };
    if (!(await isMember(database, key))) return null;
  }
  return null;
}
