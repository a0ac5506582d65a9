import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSimilarWords } from '../../src/modules/search/similar-words.queries.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { deleteThread, insertUser, insertThread } from '../support/factories/threads.ts';
import { search } from './support.ts';

let api: TestApi;
let viewer: User;
let authorId: string;

/** More than the newest threads, which are read directly. */
const newerThreadsCount = 600;

beforeAll(async () => {
  api = await startTestApi();
  viewer = await createUser(api);
  authorId = await insertUser(api.database);
});

afterAll(() => api.close());

/** Threads without the searched words. */
async function insertNewerThreads(): Promise<void> {
  await api.database.$executeRaw`
    INSERT INTO threads (id, author_id, content)
    SELECT gen_random_uuid(), ${authorId}::uuid, 'Nothing here ' || n FROM generate_series(1, ${newerThreadsCount}::int) n`;
}

const updateVocabulary = () => api.services.search.updateVocabulary();
const pruneVocabulary = () => api.services.search.pruneVocabulary();
const find = async (q: string) => (await search(api, viewer, { q })).content.map(({ id }) => id);
/** Words of the vocabulary that are similar to a word. */
const listSimilar = (word: string) => listSimilarWords(api.database, viewer.id, word);
const listWords = async () => {
  const rows = await api.database.$queryRaw<{ word: string }[]>`SELECT word FROM search_words`;
  return rows.map(({ word }) => word);
};

describe('updating the vocabulary', () => {
  it('corrects a mistyped word to a word of older threads', async () => {
    const id = await insertThread(api.database, authorId, { content: 'A quixotic marmalade' });
    expect(await find('marmelade')).toEqual([id]);
    await insertNewerThreads();
    expect(await find('marmelade')).toEqual([]);
    await updateVocabulary();
    expect(await find('marmelade')).toEqual([id]);
    expect(await find('quixotci')).toEqual([id]);
  });

  it('continues where the last run ended', async () => {
    await updateVocabulary();
    const id = await insertThread(api.database, authorId, { content: 'The bombazine curtain' });
    await updateVocabulary();
    await insertNewerThreads();
    expect(await find('bombasine')).toEqual([id]);
  });

  it('adds no tags, usernames, numbers and short words', async () => {
    await insertThread(api.database, authorId, { content: 'Zyx 20261121 #zygote_tag (wordnik)' });
    await updateVocabulary();
    const words = await listWords();
    expect(words).toContain('wordnik');
    expect(words.filter((word) => /^[#@:0-9]/.test(word) || word.length < 4)).toEqual([]);
  });

  it('can run on two servers at once', async () => {
    await insertThread(api.database, authorId, { content: 'A velocipede, twice learnt' });
    await Promise.all([updateVocabulary(), updateVocabulary(), updateVocabulary()]);
    expect(await listWords()).toContain('velocipede');
    const runs = await api.database.$queryRaw`
      SELECT FROM background_runs WHERE name = 'learn-words'
        AND position = (SELECT max(position) FROM search_documents)`;
    expect(runs).toHaveLength(1);
  });
});

describe('words of hidden threads', () => {
  it('are not added, also in replies to a private account', async () => {
    const { database } = api;
    const privateAuthor = await insertUser(database, { isPrivate: true });
    const suspended = await insertUser(database, { isSuspended: true });
    const root = await insertThread(database, privateAuthor, { content: 'A sesquipedalian root' });
    await insertThread(database, suspended, { content: 'A perspicacious remark' });
    await insertThread(database, authorId, { content: 'A pulchritudinous reply', parentId: root });
    const mistyped = ['sesquipedaliam', 'perspicaciouz', 'pulchritudinouz'];
    const similar = async () => (await Promise.all(mistyped.map(listSimilar))).flat();
    expect(await similar()).toEqual([]);
    await updateVocabulary();
    await insertNewerThreads();
    expect(await similar()).toEqual([]);
    expect((await listWords()).filter((word) => /sesqui|perspic|pulchri/.test(word))).toEqual([]);

    await database.user.update({ where: { id: privateAuthor }, data: { isPrivate: false } });
    await updateVocabulary();
    expect(await similar()).toEqual(['sesquipedalian', 'pulchritudinous']);
  });

  it.each<[string, (author: string, thread: string) => Promise<unknown>]>([
    ['deleted', (_, id) => deleteThread(api.database, id)],
    [
      'edited',
      (_, id) => api.database.thread.update({ where: { id }, data: { content: 'Changed' } }),
    ],
    [
      'of an account that became private',
      (id) => api.database.user.update({ where: { id }, data: { isPrivate: true } }),
    ],
    [
      'of an account that was suspended',
      (id) => api.database.user.update({ where: { id }, data: { suspendedAt: new Date() } }),
    ],
    ['of an account that was deleted', (id) => api.database.user.delete({ where: { id } })],
  ])('are not used from then on and removed later when the thread is %s', async (_, hide) => {
    const author = await insertUser(api.database);
    const id = await insertThread(api.database, author, { content: 'An antediluvian thread' });
    await updateVocabulary();
    await insertNewerThreads();
    await updateVocabulary();
    expect(await listSimilar('antediluviam')).toEqual(['antediluvian']);
    await hide(author, id);
    expect(await listSimilar('antediluviam')).toEqual([]);
    await pruneVocabulary();
    expect(await listWords()).not.toContain('antediluvian');
  });

  it('are not used for a viewer blocked by their author', async () => {
    const author = await insertUser(api.database);
    await insertThread(api.database, author, { content: 'A crepuscular thread' });
    await updateVocabulary();
    await api.database.block.create({ data: { blockerId: author, blockedId: viewer.id } });
    expect(await listSimilar('crepusculaf')).toEqual([]);
    await pruneVocabulary();
    expect(await listWords()).toContain('crepuscular');
  });

  it('stay in the vocabulary while another public thread contains them', async () => {
    const author = await insertUser(api.database);
    await insertThread(api.database, author, { content: 'A serendipitous thread' });
    const later = await insertThread(api.database, authorId, { content: 'Serendipitous again' });
    await updateVocabulary();
    await deleteThread(api.database, later);
    await pruneVocabulary();
    await updateVocabulary();
    expect(await listWords()).toContain('serendipitous');
  });
});
