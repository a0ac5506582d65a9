import type { Client } from 'pg';

interface Definition {
  drop_it: string;
  create_it: string;
}

// Foreign keys before the keys they reference; indexes of keys are dropped with their constraints.
const definitionsQuery = `
  SELECT * FROM (
    SELECT CASE contype WHEN 'f' THEN 1 ELSE 2 END AS step,
      format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop_it,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create_it
    FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype IN ('f', 'p', 'u')
      AND conrelid <> ALL ($1::regclass[])
    UNION ALL
    SELECT 3, format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    FROM pg_index
    JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = 'public'::regnamespace AND indrelid <> ALL ($1::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))
  ) AS definitions
  ORDER BY step, create_it`;

/**
 * Drops the keys, foreign keys and indexes of every table before a bulk load, which is many times
 * faster. The returned function creates them again and so verifies uniqueness and references.
 */
export async function dropConstraints(
  client: Client,
  untouched: readonly string[],
): Promise<() => Promise<void>> {
  const { rows } = await client.query<Definition>(definitionsQuery, [untouched]);
  for (const { drop_it: drop } of rows) await client.query(drop);
  return async () => {
    for (const { create_it: create } of rows.toReversed()) await client.query(create);
  };
}
