/**
 * What a list shows of its pages: a thread once, at its first place. A repost may bring up an
 * older one again, and a reply of one's own stands in the list before its page is read.
 */
export function listEntries<Entry extends { id: string }>(
  pages: readonly { content: readonly Entry[] }[],
): Entry[] {
  const seen = new Set<string>();
  const entries: Entry[] = [];
  for (const page of pages) {
    for (const thread of page.content) {
      if (seen.has(thread.id)) continue;
      seen.add(thread.id);
      entries.push(thread);
    }
  }
  return entries;
}
