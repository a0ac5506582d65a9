import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isActive, isBlockedBy } from '../../../domain/visibility.queries.ts';
import type { UserRow } from '../../users/index.ts';
import { conversationColumns } from '../conversations/conversations.queries.ts';
import type { MessageQuery } from './message-query.ts';
import { isMessageVisible, joinUsers, messageColumns } from './messages.hydrator.ts';
import type { MessageRow } from './messages.hydrator.ts';

const { sql } = Prisma;

// Each conversation is at least one index lookup.
const conversationsMax = 1000;
// They are searched first. Of the others, only those with newer messages than these matches follow.
const firstConversations = 20;
/** The number of messages that `message_document` in the migrations puts into one range. */
const rangeSize = 512;

export interface FoundMessageRow extends MessageRow {
  /** Null in a group. */
  user: UserRow | null;
  membersCount: number;
  isAdmin: boolean;
}

interface Range {
  /** Finds only messages before this one. */
  belowId: string;
  skip: number;
  limit: number;
}

type IndexQuery = Pick<MessageQuery, 'lexemes' | 'phrase'>;

/** The newest matching messages in the viewer's inbox, in one statement. */
export function findMessages(
  database: Database,
  { viewerId, hasGroups }: { viewerId: string; hasGroups: boolean },
  query: IndexQuery,
  range: Range,
): Promise<FoundMessageRow[]> {
  const count = range.skip + range.limit;
  return database.query<FoundMessageRow>(sql`
    WITH inbox AS MATERIALIZED (${selectInbox(viewerId, hasGroups)}),
      first AS MATERIALIZED (${selectMatches(viewerId, query, range, sql`inbox.rank <= ${firstConversations}::int`)}),
      last_needed AS MATERIALIZED (
        SELECT created_at FROM first ORDER BY id DESC OFFSET ${count - 1}::int LIMIT 1),
      other AS MATERIALIZED (${selectMatches(
        viewerId,
        query,
        range,
        sql`inbox.rank > ${firstConversations}::int
          AND inbox.last_message_at >= coalesce((SELECT created_at FROM last_needed), '-infinity')`,
      )}),
      page AS MATERIALIZED (
        SELECT id FROM (SELECT id FROM first UNION ALL SELECT id FROM other) match
        ORDER BY id DESC OFFSET ${range.skip}::int LIMIT ${range.limit}::int)
    SELECT ${messageColumns(viewerId)}, ${conversationColumns(viewerId)}
    FROM page JOIN messages m ON m.id = page.id
      JOIN conversations c ON c.id = m.conversation_id ${joinUsers(viewerId)}
    WHERE ${isMessageVisible} ORDER BY m.id DESC`);
}

function selectInbox(viewerId: string, hasGroups: boolean): Prisma.Sql {
  return sql`
    SELECT own.conversation_id, own.cleared_seq, own.last_message_at, c.last_seq, c.kind = 'group' AS is_group,
      row_number() OVER (ORDER BY own.last_message_at DESC, own.conversation_id DESC) AS rank
    FROM conversation_members own JOIN conversations c ON c.id = own.conversation_id
      LEFT JOIN conversation_members theirs ON c.kind = 'direct'
        AND theirs.conversation_id = c.id AND theirs.user_id <> own.user_id
      LEFT JOIN users other ON other.id = theirs.user_id
    WHERE own.user_id = ${viewerId}::uuid AND own.last_message_at IS NOT NULL
      AND own.request IS NULL AND ${isActive(sql`other`)} AND (${hasGroups}::boolean OR c.kind = 'direct')
    ORDER BY own.last_message_at DESC, own.conversation_id DESC LIMIT ${conversationsMax}::int`;
}

/**
 * The newest matches of these conversations. In each conversation, ranges of messages are read from the
 * newest one on, until there are enough matches: a lateral join keeps the order of its left side.
 */
function selectMatches(
  viewerId: string,
  { lexemes, phrase }: IndexQuery,
  { belowId, skip, limit }: Range,
  isSearched: Prisma.Sql,
): Prisma.Sql {
  // OFFSET 0 prevents the use of another index, with which every message would be split into words.
  const inRange = sql`
    SELECT m.id, m.seq, m.conversation_id, m.created_at, m.sender_id FROM messages m
    WHERE message_document(m.conversation_id, m.seq, m.content) @@ replace(${lexemes}, '/',
      right(inbox.conversation_id::text, 6) || '.' || range.number || '/')::tsquery
    OFFSET 0`;
  const hasOrder =
    phrase === null
      ? Prisma.empty
      : sql`WHERE (SELECT search_document(m.content) @@ ${phrase}::tsquery
          FROM messages m WHERE m.id = ordered.id)`;
  return sql`
    SELECT match.id, match.created_at FROM inbox CROSS JOIN LATERAL (
      SELECT ordered.id, ordered.created_at
      FROM generate_series(inbox.last_seq / ${rangeSize}::int, inbox.cleared_seq / ${rangeSize}::int, -1)
        AS range (number)
        CROSS JOIN LATERAL (
          SELECT found.id, found.created_at FROM (${inRange}) found
          WHERE found.conversation_id = inbox.conversation_id AND found.seq > inbox.cleared_seq
            AND found.id < ${belowId}::uuid
            AND (NOT inbox.is_group OR NOT ${isBlockedBy(sql`${viewerId}::uuid`, sql`found.sender_id`)})
          ORDER BY found.id DESC OFFSET 0) ordered ${hasOrder}
      LIMIT ${skip + limit}::int) match
    WHERE ${isSearched}
    ORDER BY match.id DESC LIMIT ${skip + limit}::int`;
}
