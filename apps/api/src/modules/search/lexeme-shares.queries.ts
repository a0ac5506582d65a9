import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { minuteMs } from '../../platform/clock.ts';

const { sql } = Prisma;

/** The share of all documents that contain a lexeme. */
export type GetShare = (lexeme: string) => number;

export type LexemeShares = () => Promise<GetShare>;

const refreshMs = 5 * minuteMs;

/**
 * Estimates how common a lexeme is, from the statistics that PostgreSQL keeps to plan queries. They
 * decide how a search reads its matches, not which it finds.
 */
export function createLexemeShares(database: Database): LexemeShares {
  let loaded: Promise<GetShare> | null = null;
  let loadedAt = -Infinity;
  return async () => {
    if (loaded === null || performance.now() - loadedAt > refreshMs) {
      loadedAt = performance.now();
      loaded = readShares(database);
      // The next search tries again.
      loaded.catch(() => (loaded = null));
    }
    return loaded;
  };
}

interface Statistics {
  lexemes: string[];
  /** The share of each lexeme, followed by the lowest and the highest share. */
  shares: number[];
}

async function readShares(database: Database): Promise<GetShare> {
  const [row] = await database.query<Statistics>(sql`
    SELECT most_common_elems::text::text[] AS lexemes, most_common_elem_freqs::float8[] AS shares
    FROM pg_stats
    WHERE schemaname = ANY (current_schemas(false)) AND tablename = 'search_documents'
      AND attname = 'document' AND most_common_elems IS NOT NULL`);
  // A table without statistics is new or small: expect every lexeme to be common.
  if (row === undefined) return () => 1;
  const shares = new Map(row.lexemes.map((lexeme, index) => [lexeme, row.shares[index] ?? 1]));
  const others = row.shares[row.lexemes.length] ?? 1;
  return (lexeme) => shares.get(lexeme) ?? others;
}
