import type { Database, Prisma } from '@skein/db';
import { listSimilarNames } from './names.queries.ts';
import {
  canBeMistypedName,
  hasWords,
  isLikelyName,
  planSimilaritySearches,
} from './similar-names.policy.ts';

/** The ids of users whose names are similar to a folded text but do not contain it. */
export async function findSimilar(
  database: Database,
  viewerId: string,
  folded: string,
  isListed?: Prisma.Sql,
): Promise<string[]> {
  if (!canBeMistypedName(folded)) return [];
  const ids = new Set<string>();
  for (const search of planSimilaritySearches(folded)) {
    const text = { folded, ...search };
    const candidates = await listSimilarNames(database, viewerId, text, isListed);
    const similar = candidates.filter(
      ({ names }) => !names.includes(folded) && isLikelyName(folded, names),
    );
    for (const { id } of similar) ids.add(id);
    // A user whose name is the misspelled text does not end the search for those who are meant.
    if (similar.some(({ names }) => !hasWords(folded, names))) break;
  }
  return [...ids];
}
