import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';

const { sql } = Prisma;

export interface StoredSection {
  section: string;
  content: Prisma.JsonValue;
  version: number;
  updatedAt: Date;
}

export function listSettings(database: Database): Promise<StoredSection[]> {
  return database.instanceSetting.findMany({
    select: { section: true, content: true, version: true, updatedAt: true },
  });
}

/**
 * Changes fields of a section; those that this version of the server does not know stay. Returns false
 * if the section has another version.
 */
export async function saveSettings(
  tx: Transaction,
  { section, content, version }: Omit<StoredSection, 'updatedAt'>,
  at: Date,
): Promise<boolean> {
  const changed = await tx.execute(sql`
    INSERT INTO instance_settings AS stored (section, content, version, updated_at)
    VALUES (${section}, ${JSON.stringify(content)}::jsonb, 1, ${at})
    ON CONFLICT (section) DO UPDATE SET content = stored.content || EXCLUDED.content,
      version = stored.version + 1, updated_at = EXCLUDED.updated_at
    WHERE stored.version = ${version}`);
  return changed > 0;
}
