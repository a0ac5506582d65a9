import { isDeepStrictEqual } from 'node:util';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';

const { sql } = Prisma;

const batchSize = 500;
const lowestId = '00000000-0000-0000-0000-000000000000';

interface AuditRow {
  id: string;
  details: Prisma.JsonValue;
  /** Whether it is about the account, a thread of it or a report about it. */
  isAbout: boolean;
}

/** Fields with names, ids and times of Skein, and titles of rules, which can contain any word. */
const structuralFields: ReadonlySet<string> = new Set([
  'about',
  'appealed',
  'assigneeId',
  'authorId',
  'by',
  'from',
  'lifted',
  'role',
  'rules',
  'to',
  'until',
]);

/**
 * Replaces the usernames and the email address of a deleted account in the texts of the audit log by its id,
 * which connects its entries. Other entries only lose mentions with an `@`, because a username can be any word.
 * Must run before the account's row and former usernames are deleted.
 */
export async function redactAuditEntries(database: Database, userId: string): Promise<void> {
  const { usernames, emails } = await listIdentifiers(database, userId);
  const patterns = [...usernames, ...emails].map(
    (word) => `%${word.replaceAll(/[%_\\]/g, '\\$&')}%`,
  );
  const mentions = toPattern([...emails, ...usernames.map((username) => `@${username}`)]);
  const words = toPattern(usernames);
  for (let afterId: string | undefined = lowestId; afterId !== undefined;) {
    const rows = await listEntries(database, { userId, patterns, afterId });
    for (const { id, details, isAbout } of rows) {
      const redacted = mapTexts(details, (text, field) => {
        const withoutMentions = text.replaceAll(mentions, userId);
        const hasWords = isAbout && !structuralFields.has(field);
        return hasWords ? withoutMentions.replaceAll(words, userId) : withoutMentions;
      });
      // The patterns also find fields, and parts of words.
      if (isDeepStrictEqual(redacted, details)) continue;
      await database.auditEntry.updateMany({
        where: { id },
        data: { details: redacted ?? Prisma.JsonNull },
      });
    }
    afterId = rows.at(-1)?.id;
  }
}

function listEntries(
  database: Database,
  { userId, patterns, afterId }: { userId: string; patterns: string[]; afterId: string },
): Promise<AuditRow[]> {
  return database.query<AuditRow>(sql`
    SELECT id, details, (target_type = 'user' AND target_id = ${userId}::uuid
        OR target_type = 'thread' AND details->>'authorId' = ${userId}
        OR target_type = 'report' AND target_id IN (
          SELECT id FROM reports WHERE person_id = ${userId}::uuid)) IS TRUE AS "isAbout"
    FROM audit_entries
    WHERE id > ${afterId}::uuid AND details::text ILIKE ANY (${patterns}::text[])
    ORDER BY id LIMIT ${batchSize}`);
}

async function listIdentifiers(database: Database, userId: string) {
  const user = await database.user.findFirst({
    where: { id: userId },
    select: { username: true, email: true },
  });
  const former = await database.formerUsername.findMany({
    where: { userId },
    select: { username: true },
  });
  return {
    usernames: [...(user === null ? [] : [user]), ...former].map(({ username }) => username),
    emails: user?.email ? [user.email] : [],
  };
}

/** Matches whole words. Matches nothing without words. */
function toPattern(words: readonly string[]): RegExp {
  const alternatives = words.map((word) => RegExp.escape(word)).join('|');
  return new RegExp(words.length === 0 ? '(?!)' : `(?<!\\w)(?:${alternatives})(?!\\w)`, 'gi');
}

/** Changes the texts of a JSON value, but not its keys. An item has the field of its list. */
function mapTexts(
  value: Prisma.JsonValue,
  change: (text: string, field: string) => string,
  field = '',
): Prisma.JsonValue {
  if (typeof value === 'string') return change(value, field);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change, field));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each = null]) => [key, mapTexts(each, change, key)]),
  );
}
