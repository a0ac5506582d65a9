import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createPerson } from '../support/people.ts';
import type { Person } from '../support/people.ts';
import { insertMember, insertThread } from '../support/threads.ts';
import { search } from './support.ts';

let api: TestApi;
let viewer: Person;
let authorId: string;

/** More than the newest threads whose words are known without having been learnt. */
const many = 600;

beforeAll(async () => {
  api = await startTestApi();
  viewer = await createPerson(api);
  authorId = await insertMember(api.database);
});

afterAll(() => api.close());

/** Threads that say nothing that is looked for. */
async function bury(): Promise<void> {
  await api.database.$executeRaw`
    INSERT INTO threads (id, author_id, content)
    SELECT gen_random_uuid(), ${authorId}::uuid, 'Nothing here ' || n FROM generate_series(1, ${many}::int) n`;
}

const learn = () => api.container.search.learnWords();
const find = async (q: string) => (await search(api, viewer, { q })).content.map(({ id }) => id);
const listWords = async () => {
  const rows = await api.database.$queryRaw<{ word: string }[]>`SELECT word FROM search_words`;
  return rows.map(({ word }) => word);
};

describe('learning words', () => {
  it('lets a mistyped word find what lies beyond the newest threads', async () => {
    const id = await insertThread(api.database, authorId, { content: 'A quixotic marmalade' });
    expect(await find('marmelade')).toEqual([id]);
    await bury();
    expect(await find('marmelade')).toEqual([]);
    await learn();
    expect(await find('marmelade')).toEqual([id]);
    expect(await find('quixotci')).toEqual([id]);
  });

  it('goes on where it ended, and finds what came since', async () => {
    await learn();
    const id = await insertThread(api.database, authorId, { content: 'The bombazine curtain' });
    await learn();
    await bury();
    expect(await find('bombasine')).toEqual([id]);
  });

  it('learns neither tags, nor people, nor numbers, nor what is too short to be mistyped', async () => {
    await insertThread(api.database, authorId, { content: 'Zyx 20261121 #zygote_tag (wordnik)' });
    await learn();
    const words = await listWords();
    expect(words).toContain('wordnik');
    expect(words.filter((word) => /^[#@:0-9]/.test(word) || word.length < 4)).toEqual([]);
  });

  it('may be done by two servers at once', async () => {
    await insertThread(api.database, authorId, { content: 'A velocipede, twice learnt' });
    await Promise.all([learn(), learn(), learn()]);
    expect(await listWords()).toContain('velocipede');
    const runs = await api.database.$queryRaw`
      SELECT FROM background_runs WHERE name = 'search-words'
        AND position = (SELECT max(position) FROM search_documents)`;
    expect(runs).toHaveLength(1);
  });
});
