interface Page<Item> {
  content: Item[];
  nextCursor: string | null;
}

/**
 * Loads page after page and yields their items, until there are no more or the loop ends:
 * `for await (const thread of paginate((cursor) => listFeed({ client, query: { feed: 'all', ...cursor } })))`.
 */
export async function* paginate<Item>(
  loadPage: (query: { cursor?: string }) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await loadPage(cursor === null ? {} : { cursor });
    yield* page.content;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
