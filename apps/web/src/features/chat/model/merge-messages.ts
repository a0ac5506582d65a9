import type { ChatMessage } from '@skein/contracts/chat';

/** Both lists as one, ordered by id and each message once; of two versions the one in `newer`. */
export function mergeMessages(
  known: readonly ChatMessage[],
  newer: readonly ChatMessage[],
): readonly ChatMessage[] {
  const last = known.at(-1);
  const [first] = newer;
  if (!first) return known;
  // As most arrive: behind all others.
  if (newer.length === 1 && (!last || last.id < first.id)) return [...known, first];
  const byId = new Map([...known, ...newer].map((message) => [message.id, message]));
  return [...byId.values()].toSorted((a, b) => compareIds(a.id, b.id));
}

interface Page {
  content: readonly ChatMessage[];
  last: boolean;
}

/** Whether the newest page goes on where what is known ends, so that nothing lies between. */
export function isContinuation(known: readonly ChatMessage[], page: Page): boolean {
  const [oldest] = page.content;
  const newestKnown = known.at(-1);
  return !page.last && oldest !== undefined && newestKnown !== undefined
    ? oldest.id <= newestKnown.id
    : false;
}

/**
 * What is known once the newest page is there: of older ones what is joined to it, and of others
 * what came while it was on its way. All else it would have, were it still there.
 */
export function mergeNewest(
  known: readonly ChatMessage[],
  page: Page,
  arrivedIds: ReadonlySet<string>,
): readonly ChatMessage[] {
  const [oldest] = page.content;
  const keepsOlder = isContinuation(known, page);
  const kept = known.filter(
    ({ id }) => arrivedIds.has(id) || (keepsOlder && oldest !== undefined && id < oldest.id),
  );
  return mergeMessages(kept, page.content);
}

/** Whether older messages than those of a page are known. */
export function isFollowedBy(known: readonly ChatMessage[], { content }: Pick<Page, 'content'>) {
  const [oldestKnown] = known;
  const [oldest] = content;
  return oldestKnown !== undefined && oldest !== undefined && oldestKnown.id < oldest.id;
}

/** What is known once an older page was read again: what is before the first one is gone. */
export function mergeReloaded(
  known: readonly ChatMessage[],
  { content, last }: Page,
): readonly ChatMessage[] {
  const [oldest] = content;
  const kept = last ? known.filter(({ id }) => oldest !== undefined && id >= oldest.id) : known;
  return mergeMessages(kept, content);
}

/** The later of two ids, of which either may be missing. */
export function laterId(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
