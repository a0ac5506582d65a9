import type { ChatMessage } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import { isId } from '../../platform/ids.ts';
import { createInboxQueries } from './inbox.queries.ts';
import { toChatMessageDto } from './messages.serializer.ts';

/** An inbox is for breaks of a connection; what is older is read from its conversation. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

interface Delivery {
  /** Its place in the inbox: from 1, in the order of commits. */
  seq: number;
  message: ChatMessage;
}

/**
 * What has come to a person's devices, both what they were sent and what they sent themselves.
 * Whoever reads on after the last place they have misses nothing and gets nothing twice.
 */
export function createInbox({ database, clock }: { database: Database; clock: Clock }) {
  const queries = createInboxQueries(database);
  return {
    async list(userId: string, afterSeq: number, limit: number): Promise<Delivery[]> {
      const rows = await queries.list(userId, afterSeq, limit);
      return rows.map((row) => ({ seq: row.position, message: toChatMessageDto(row) }));
    },

    /** Null for what is no message of this person's, or too old. */
    positionOf: async (userId: string, messageId: string): Promise<number | null> =>
      isId(messageId) ? queries.findPosition(userId, messageId) : null,

    /** 0 for an empty inbox. */
    lastPosition: (userId: string): Promise<number> => queries.findLastPosition(userId),

    /** Of many people at once; those with an empty inbox are left out. */
    lastPositions: (userIds: readonly string[]): Promise<Map<string, number>> =>
      queries.findLastPositions(userIds),

    /** Forgets what is too old, and tells how many places that were. */
    async sweep(): Promise<number> {
      const before = new Date(clock.now().getTime() - keptMs);
      let forgotten = 0;
      for (;;) {
        const count = await queries.forgetBefore(before);
        forgotten += count;
        if (count === 0) return forgotten;
      }
    },
  };
}
