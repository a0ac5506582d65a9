import type { ListedThread, ThreadList } from './read-threads.ts';

// Limits the work for a viewer who hides almost everything.
const readsMax = 6;
const takeMax = 200;

interface FilledPage {
  listed: ListedThread[];
  /** Where to continue when the page is not full although there are more threads. */
  resumeKey: string | null;
}

/**
 * Reads until a page is full, although filters hide some threads: usually once.
 * @param read Reads up to `take` threads below a key, or from the start of the page.
 */
export async function fillPage(
  count: number,
  read: (below: string | null, take: number) => Promise<Omit<ThreadList, 'continuation'>>,
): Promise<FilledPage> {
  const listed: ListedThread[] = [];
  let below: string | null = null;
  let take = count;
  for (let reads = 0; reads < readsMax; reads += 1) {
    const part = await read(below, take);
    listed.push(...part.listed);
    if (listed.length >= count || part.readCount < take) {
      return { listed: listed.slice(0, count), resumeKey: null };
    }
    below = part.lastKey;
    take = Math.min(takeMax, 2 * take);
  }
  return { listed, resumeKey: below };
}
