import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { listMentions } from '@skein/contracts/text';
import type { QuoteState } from '@skein/contracts/threads';
import { canSee } from '../../../domain/visibility.queries.ts';
import { findFormerOwners } from '../../users/index.ts';
import { findQuoteApprovals } from './quote-approval.hydrator.ts';
import type { UserSummaryRow, ThreadRow, ResolvedThreadRow } from './threads.rows.ts';

const { sql } = Prisma;

const segmentLength = 32;
/** The first digits of a segment: the time, by which siblings are sorted. */
const segmentTimeLength = 12;

/** A referenced thread that the viewer may see. */
interface VisibleThread {
  isDeleted: boolean;
  author: UserSummaryRow | null;
}

export type ReferenceRow = VisibleThread & { threadId: string };

interface Known {
  /** Rows that are visible. Default: the rows themselves. */
  threads?: readonly ThreadRow[];
  /** From `selectReferences`, if the statement of the rows has read them. */
  references?: readonly ReferenceRow[] | undefined;
}

/**
 * Resolves the references of threads: the parent, the quoted thread, the ancestors in the path, and former usernames in
 * the text. Removes ids of threads that the viewer may not see, except `rootId`, because a reply is visible only
 * with its root. Runs no query if all references are known.
 */
export async function addReferences<Row extends ThreadRow>(
  database: Database,
  viewerId: string,
  rows: readonly Row[],
  { threads = rows, references }: Known = {},
): Promise<(Row & ResolvedThreadRow)[]> {
  const visible = new Map<string, VisibleThread>();
  for (const { id, author, deletedAt } of threads) {
    visible.set(id, { author, isDeleted: deletedAt !== null });
  }
  const missing = new Set(rows.flatMap(listReferences).filter((id) => !visible.has(id)));
  const [visibleReferences, mentioning, approvals] = await Promise.all([
    references ?? findVisible(database, viewerId, [...missing]),
    addFormerUsernames(database, rows),
    findQuoteApprovals(database, viewerId, rows),
  ]);
  for (const row of visibleReferences) visible.set(row.threadId, row);
  return mentioning.map((row) => {
    const parent = visible.get(row.parentId ?? '');
    const quoted = visible.get(row.quotedId ?? '');
    return {
      ...row,
      quoteState: toQuoteState(row, quoted),
      quoteApproval: approvals.get(row.id) ?? null,
      parentId: parent === undefined ? null : row.parentId,
      quotedId: quoted?.isDeleted === false ? row.quotedId : null,
      path: toVisiblePath(row, (id) => visible.has(id)),
      replyingTo: parent?.isDeleted === false ? parent.author : null,
    };
  });
}

/** A reply of another server may quote a thread, too. */
function toQuoteState(row: ThreadRow, quoted: VisibleThread | undefined): QuoteState | null {
  const { type, quotedId, quoteApprovalState } = row;
  if (row.deletedAt !== null) return null;
  if (row.isQuoteDetached) return 'revoked';
  if (quoteApprovalState !== null) return quoteApprovalState;
  if (quotedId === null) return type === 'quote' ? 'deleted' : null;
  if (quoted === undefined) return 'unauthorized';
  return quoted.isDeleted ? 'deleted' : 'accepted';
}

function listReferences({ parentId, quotedId, path }: ThreadRow): string[] {
  return [parentId, quotedId, ...toAncestors(path).map(toId)].filter((id) => id !== null);
}

/**
 * Adds the former usernames by which a text mentions users. Most texts contain present ones only, which takes no query.
 */
async function addFormerUsernames<Row extends ThreadRow>(
  database: Database,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const unknownNames = new Map(rows.map((row) => [row.id, listUnknownNames(row)]));
  const names = [...new Set([...unknownNames.values()].flat())];
  if (names.length === 0) return rows;
  const owners = await findFormerOwners(database, names);
  return rows.map((row) => ({
    ...row,
    mentions: row.mentions.map((mention) => ({
      ...mention,
      formerUsernames: unknownNames.get(row.id)?.filter((name) => owners.get(name) === mention.id),
    })),
  }));
}

function listUnknownNames({ content, mentions }: ThreadRow): string[] {
  if (mentions.length === 0) return [];
  const present = new Set(mentions.map(({ username }) => username));
  return listMentions(content).filter((name) => !present.has(name));
}

/** The ancestors' segments of a path, each the digits of an id. The last segment is the reply's own. */
function toAncestors(path: string): string[] {
  const count = Math.max(path.length / segmentLength - 1, 0);
  return Array.from({ length: count }, (_, index) =>
    path.slice(index * segmentLength, (index + 1) * segmentLength),
  );
}

function toId(segment: string): string {
  return segment.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Keeps only the time of hidden ancestors, so that sorting by path still gives the reading order. */
function toVisiblePath({ path }: ThreadRow, isVisible: (id: string) => boolean): string {
  const ancestors = toAncestors(path);
  const shown = ancestors.map((segment) =>
    isVisible(toId(segment))
      ? segment
      : segment.slice(0, segmentTimeLength).padEnd(segmentLength, '0'),
  );
  return shown.join('') + path.slice(ancestors.length * segmentLength);
}

/**
 * The references of the threads of the CTE `wanted` that the viewer may see: `ReferenceRow[]` as JSON, or
 * null.
 */
export function selectReferences(viewerId: string): Prisma.Sql {
  const length = sql`${segmentLength}::int`;
  const ids = sql`ARRAY(
    SELECT reference.id FROM wanted t
      CROSS JOIN LATERAL (
        VALUES (t.parent_id), (t.quoted_id)
        UNION ALL SELECT substr(t.path, start, ${length})::uuid
        FROM generate_series(1, length(t.path) - 2 * ${length} + 1, ${length}) AS start
        WHERE t.level > 1
      ) AS reference (id)
    WHERE t.parent_id IS NOT NULL OR t.quoted_id IS NOT NULL)`;
  return sql`(SELECT json_agg(reference) FROM (${selectVisible(viewerId, ids)}) reference)`;
}

async function findVisible(
  database: Database,
  viewerId: string,
  threadIds: readonly string[],
): Promise<ReferenceRow[]> {
  if (threadIds.length === 0) return [];
  return database.query<ReferenceRow>(selectVisible(viewerId, sql`${threadIds}::uuid[]`));
}

function selectVisible(viewerId: string, threadIds: Prisma.Sql): Prisma.Sql {
  return sql`
    SELECT t.id AS "threadId", t.deleted_at IS NOT NULL AS "isDeleted",
      CASE WHEN a.id IS NOT NULL
        THEN json_build_object('id', a.id, 'username', a.username, 'name', a.name) END AS author
    FROM threads t LEFT JOIN users a ON a.id = t.author_id
    WHERE t.id = ANY (${threadIds})
      AND ${canSee(viewerId, { thread: sql`t`, author: sql`a` })}`;
}
