import assert from 'node:assert/strict';

/** The fields of a thread that cases check. */
export interface ListedThread {
  id: string;
  userId: string | null;
  content: string;
  rootThreadId: string | null;
  parentThreadId: string | null;
  hashtags: string[];
  mentions: { id: string }[];
  repostedBy: { id: string } | null;
}

/** The items of a page, which must be distinct and of this number. */
export function getItems<Item extends { id: string }>(body: unknown, count: number): Item[] {
  const { content } = body as { content: Item[] };
  assert.equal(content.length, count, `expected ${count} items, got ${content.length}`);
  assert.equal(new Set(content.map(({ id }) => id)).size, count, 'an item is listed twice');
  return content;
}

/** The user who put a thread into a feed. */
export function getActor(thread: ListedThread): string | null {
  return thread.repostedBy?.id ?? thread.userId;
}
