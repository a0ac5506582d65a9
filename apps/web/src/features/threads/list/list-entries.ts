/**
 * The entries of all pages, each id once, at its first position. A repost can move an older thread
 * to an earlier page, and the viewer's own reply is inserted before its page is loaded.
 */
export function listEntries<Entry extends { id: string }>(
  pages: readonly { content: readonly Entry[] }[],
): Entry[] {
  const seenIds = new Set<string>();
  const entries: Entry[] = [];
  for (const page of pages) {
    for (const entry of page.content) {
      if (seenIds.has(entry.id)) continue;
      seenIds.add(entry.id);
      entries.push(entry);
    }
  }
  return entries;
}
