import type { ChatMessage } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import { dayMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import { isId } from '../../../platform/ids.ts';
import {
  deleteDeliveriesBefore,
  findLastPosition,
  findPosition,
  listInbox,
  listUsersBehind,
} from './inbox.queries.ts';
import type { InboxPosition } from './inbox.queries.ts';
import type { MessageRow } from './messages.hydrator.ts';
import { findMessage } from './messages.repository.ts';
import { toChatMessageDto } from './messages.serializer.ts';
import type { SerializerContext } from './messages.serializer.ts';

/** The inbox covers interrupted connections; older messages are read from their conversation. */
const retentionMs = 30 * dayMs;

interface Delivery {
  /** Its position in the inbox: from 1, in commit order. */
  seq: number;
  message: ChatMessage;
}

interface Dependencies extends SerializerContext {
  database: Database;
  clock: Clock;
}

/**
 * The messages that a user has sent and received, in commit order. A client that continues after
 * its last position misses no message and gets none twice.
 */
export function createInbox({ database, clock, hasLinkCards }: Dependencies) {
  const toDto = (row: MessageRow) => toChatMessageDto(row, { hasLinkCards });
  return {
    async list(userId: string, afterSeq: number, limit: number): Promise<Delivery[]> {
      const rows = await listInbox(database, userId, afterSeq, limit);
      return rows.map((row) => ({ seq: row.position, message: toDto(row) }));
    },

    /** Null for a message that is not in this user's inbox, or no longer. */
    findPosition: async (userId: string, messageId: string): Promise<number | null> =>
      isId(messageId) ? findPosition(database, userId, messageId) : null,

    /** The message as the user sees it; null when they do not see it. */
    async find(userId: string, messageId: string): Promise<ChatMessage | null> {
      const row = await findMessage(database, userId, messageId);
      return row && toDto(row);
    },

    /** 0 for an empty inbox. */
    lastPosition: (userId: string): Promise<number> => findLastPosition(database, userId),

    /** Returns the users who have messages after a position. */
    listBehind: (positions: readonly InboxPosition[]): Promise<string[]> =>
      listUsersBehind(database, positions),

    /** Removes old deliveries from all inboxes and returns their number. */
    async sweep(): Promise<number> {
      const before = new Date(clock.now().getTime() - retentionMs);
      let removed = 0;
      for (;;) {
        const count = await deleteDeliveriesBefore(database, before);
        removed += count;
        if (count === 0) return removed;
      }
    },
  };
}
