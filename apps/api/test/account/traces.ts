import type { Database } from '@skein/db';

/** A column of a table that contains one of the words. */
export type Trace = `${string}.${string}`;

interface Column {
  table: string;
  column: string;
}

/** Searches every column of every table, of any type, for the words. */
export async function findTraces(database: Database, words: readonly string[]): Promise<Trace[]> {
  const columns = await database.$queryRaw<Column[]>`
    SELECT columns.table_name AS table, column_name AS column
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'
    ORDER BY 1, 2`;
  const patterns = words.map((word) => `%${word}%`);
  const traces: Trace[] = [];
  for (const { table, column } of columns) {
    const [found] = await database.$queryRawUnsafe<{ exists: boolean }[]>(
      `SELECT EXISTS (SELECT FROM "${table}" WHERE "${column}"::text ILIKE ANY ($1::text[]))`,
      patterns,
    );
    if (found?.exists === true) traces.push(`${table}.${column}`);
  }
  return traces;
}

/** The tables in which a user is named: with a foreign key to accounts, or by a column of this name. */
export async function listTablesOfUsers(database: Database): Promise<string[]> {
  const rows = await database.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
    WHERE contype = 'f' AND confrelid = 'users'::regclass
    UNION
    SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'uuid'
      AND column_name IN ('user_id', 'author_id', 'root_author_id', 'owner_id', 'account_id', 'person_id', 'actor_id')
    ORDER BY 1`;
  return rows.map(({ name }) => name);
}
