import type { ChatMessage } from '@skein/contracts/chat';

/** Merges two lists, ordered by id. The version in `newer` wins. */
export function mergeMessages(
  known: readonly ChatMessage[],
  newer: readonly ChatMessage[],
): readonly ChatMessage[] {
  const last = known.at(-1);
  const [first] = newer;
  if (!first) return known;
  // The most frequent case: one message after all others.
  if (newer.length === 1 && (!last || last.id < first.id)) return [...known, first];
  const byId = new Map([...known, ...newer].map((message) => [message.id, message]));
  return [...byId.values()].toSorted((a, b) => compareIds(a.id, b.id));
}

interface Page {
  content: readonly ChatMessage[];
  last: boolean;
}

/** Whether the newest page overlaps the known messages, so that no message is missing between them. */
export function overlapsPage(known: readonly ChatMessage[], page: Page): boolean {
  const [oldest] = page.content;
  const newestKnown = known.at(-1);
  return !page.last && oldest !== undefined && newestKnown !== undefined
    ? oldest.id <= newestKnown.id
    : false;
}

/**
 * Merges the newest page. Keeps older messages without a gap to the page, and messages that arrived
 * while it was loading. All others would be in the page if they still existed.
 */
export function mergeNewest(
  known: readonly ChatMessage[],
  page: Page,
  arrivedIds: ReadonlySet<string>,
): readonly ChatMessage[] {
  const [oldest] = page.content;
  const keepsOlder = overlapsPage(known, page);
  const kept = known.filter(
    ({ id }) => arrivedIds.has(id) || (keepsOlder && oldest !== undefined && id < oldest.id),
  );
  return mergeMessages(kept, page.content);
}

/** Whether the known messages include some older than the page. */
export function hasOlderThan(known: readonly ChatMessage[], { content }: Pick<Page, 'content'>) {
  const [oldestKnown] = known;
  const [oldest] = content;
  return oldestKnown !== undefined && oldest !== undefined && oldestKnown.id < oldest.id;
}

/** Merges a reloaded older page. Messages before the last page no longer exist. */
export function mergeReloaded(
  known: readonly ChatMessage[],
  { content, last }: Page,
): readonly ChatMessage[] {
  const [oldest] = content;
  const kept = last ? known.filter(({ id }) => oldest !== undefined && id >= oldest.id) : known;
  return mergeMessages(kept, content);
}

/** The later of two ids. */
export function laterId(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

function compareIds(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
