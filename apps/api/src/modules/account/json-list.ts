import { Readable } from 'node:stream';

/** A JSON array of all items, holding only one page in memory. */
export function toJsonList(pages: AsyncIterable<readonly unknown[]>): Readable {
  return Readable.from(writeList(pages), { objectMode: false });
}

/** A JSON object of such arrays. */
export function toJsonLists(lists: Readonly<Record<string, AsyncIterable<readonly unknown[]>>>) {
  return Readable.from(writeLists(lists), { objectMode: false });
}

async function* writeLists(lists: Readonly<Record<string, AsyncIterable<readonly unknown[]>>>) {
  let before = '{';
  for (const [name, pages] of Object.entries(lists)) {
    yield `${before}\n${JSON.stringify(name)}: `;
    yield* writeList(pages);
    before = ',';
  }
  yield before === '{' ? '{}\n' : '\n}\n';
}

async function* writeList(pages: AsyncIterable<readonly unknown[]>) {
  let before = '[';
  for await (const page of pages) {
    if (page.length === 0) continue;
    const items = page.map((item) => JSON.stringify(item, undefined, 2)).join(',\n');
    yield `${before}\n${items}`;
    before = ',';
  }
  yield before === '[' ? '[]' : '\n]';
}
