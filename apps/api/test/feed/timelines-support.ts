import { pageSchema } from '@skein/contracts/http';
import { threadSchema } from '@skein/contracts/threads';
import type { ThreadPage } from '@skein/contracts/threads';
import type { TestApi } from '../support/api.ts';
import type { User } from '../support/factories/users.ts';

const threadPage = pageSchema(threadSchema.strict()).strict();

export type Parameters = Record<string, string | number | string[]>;

export function createListReader(api: TestApi) {
  const request = (path: string, query: Parameters, as: User) =>
    api.request.get(`/api${path}`).query(query).set(as.auth);

  async function readPage(path: string, query: Parameters, as: User): Promise<ThreadPage> {
    return threadPage.parse((await request(path, query, as).expect(200)).body);
  }

  /** Reads the complete list by cursor in pages of two. */
  async function readAll(path: string, as: User, query: Parameters = {}): Promise<string[]> {
    const ids: string[] = [];
    let page = await readPage(path, { ...query, size: 2 }, as);
    ids.push(...collectIds(page));
    while (page.nextCursor !== null) {
      page = await readPage(path, { ...query, size: 2, cursor: page.nextCursor }, as);
      ids.push(...collectIds(page));
    }
    return ids;
  }

  return { request, readPage, readAll };
}

export const collectIds = (page: ThreadPage): string[] => page.content.map(({ id }) => id);
