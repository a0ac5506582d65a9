import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SqlStep {
  name: string;
  sql: string;
}

export type SqlParameters = Record<string, number | string>;

const directory = join(import.meta.dirname, 'sql');
// The notation of psql. `::` is a cast, and `is:unlisted` a lexeme.
const placeholder = /(?<![:\w]):([a-z_]+)/g;

/** The files of `sql/` in order, their `:names` replaced by values. */
export function readSqlSteps(parameters: SqlParameters): SqlStep[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => file.replace(/\.sql$/, ''))
    .map((name) => ({ name, sql: readSqlStep(name, parameters) }));
}

export function readSqlStep(step: string, parameters: SqlParameters = {}): string {
  const sql = readFileSync(join(directory, `${step}.sql`), 'utf8');
  return sql.replaceAll(placeholder, (_, name: string) => toLiteral(name, parameters[name]));
}

function toLiteral(name: string, value: number | string | undefined): string {
  if (value === undefined) throw new Error(`There is no parameter ${name}.`);
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
