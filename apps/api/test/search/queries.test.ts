import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';
import { search } from './support.ts';

let api: TestApi;
let viewer: User;
let titles: Map<string, string>;
/** The publication day of each title. */
let days: Map<string, string>;

const poll = JSON.stringify({ question: 'Tea?', options: ['Yes', 'No'], durationMinutes: 60 });

/** The author and text of each thread, by title. */
const written: Record<string, { by: 'ana' | 'ben' | 'yuki'; content: string; poll?: string }> = {
  bread: { by: 'ana', content: 'Sourdough bread on a cold Sunday morning #baking' },
  coffee: { by: 'ben', content: 'Strong coffee before the morning train, again and again' },
  cafe: { by: 'ana', content: 'Le café près de la gare est déjà fermé' },
  creme: { by: 'ben', content: 'Crème brûlée: la recette de ma grand-mère #Cuisine_Française' },
  street: { by: 'ana', content: 'Die große Straße nach Köln ist für Züge gesperrt' },
  bikes: { by: 'ben', content: 'Fahrräder dürfen über die Brücke, Autos nicht.' },
  tomorrow: { by: 'ana', content: 'Mañana vamos al mercado del barrio con los niños' },
  song: { by: 'ben', content: 'Qué canción más bonita, ¿verdad? https://music.example/cancion' },
  tokyo: { by: 'yuki', content: '今日は東京都の天気がいいですね。散歩に行きました' },
  ramen: { by: 'yuki', content: 'ラーメンを食べました #ラーメン' },
  beijing: { by: 'yuki', content: '我们明天去北京大学看书' },
  moscow: { by: 'ben', content: 'Ёлка стоит на площади, Москва ждёт зимы' },
  seoul: { by: 'yuki', content: '서울에서 친구를 만났어요' },
  bangkok: { by: 'yuki', content: 'วันนี้อากาศดีมากที่กรุงเทพ' },
  arabic: { by: 'ben', content: 'مَرْحَبًا بالعالم' },
  greek: { by: 'ana', content: 'Ο ΟΔΥΣΣΕΑΣ ταξιδεύει' },
  tea: { by: 'ana', content: 'A question for all of you', poll },
  emoji: { by: 'ben', content: 'We won 🎉🎉 at last' },
  percent: { by: 'ana', content: "100% done_with C++ isn't it" },
};

beforeAll(async () => {
  // One user searches more often than allowed.
  api = await startTestApi({ limits: 'off' });
  viewer = await createUser(api, { firstName: 'Vera', lastName: 'Watcher' });
  const authors = {
    ana: await createUser(api, { firstName: 'Ána', lastName: 'Sørensen', username: 'ana' }),
    ben: await createUser(api, { firstName: 'Ben', lastName: 'Okri', username: 'ben.okri' }),
    yuki: await createUser(api, { firstName: '由紀', lastName: '田中', username: 'yuki' }),
  };
  titles = new Map();
  days = new Map();
  for (const [title, { by, content, poll: pollField }] of Object.entries(written)) {
    const fields = { content, ...(pollField === undefined ? {} : { poll: pollField }) };
    const { id, createdAt } = await publish(api, authors[by], { fields });
    titles.set(id, title);
    days.set(title, createdAt.slice(0, 10));
  }
  titles.set((await publish(api, viewer, { fields: { content: 'Mine' } })).id, 'own');
  const getId = (title: string) => [...titles].find(([, known]) => known === title)?.[0] ?? '';
  const saved = { bookmark: ['bread', 'ramen'], like: ['bread', 'coffee'] };
  for (const [action, list] of Object.entries(saved)) {
    for (const path of list.map((title) => `/api/threads/${getId(title)}/${action}`)) {
      await api.request.post(path).set(viewer.auth).send({ on: true }).expect(200);
    }
  }
  // This bookmark belongs to another user.
  const other = await createUser(api);
  const path = `/api/threads/${getId('tokyo')}/bookmark`;
  await api.request.post(path).set(other.auth).send({ on: true }).expect(200);
}, 60_000);

afterAll(() => api.close());

const all = Object.keys(written);
const byBen = all.filter((title) => written[title]?.by === 'ben');
const byAna = all.filter((title) => written[title]?.by === 'ana');
const byYuki = all.filter((title) => written[title]?.by === 'yuki');

// DAY is replaced by the day of the first expected thread.
const cases: [string, string[]][] = [
  ['bread', ['bread']],
  ['BREAD', ['bread']],
  ['morning', ['bread', 'coffee']],
  ['morning train', ['coffee']],
  ['train morning', ['coffee']],
  ['"morning train"', ['coffee']],
  ['"train morning"', []],
  ['“morning train”', ['coffee']],
  ['"cold sunday', ['bread']],
  ['morning bread coffee', []],
  ['sourdugh', ['bread']],
  ['cofee', ['coffee']],
  ['mornign', ['bread', 'coffee']],
  ['"sourdugh"', []],
  ['zebra', []],
  ['baking', ['bread']],
  ['#baking', ['bread']],
  ['#BAKING', ['bread']],
  ['#bread', []],
  ['#nothing', []],
  ['cafe', ['cafe']],
  ['CAFÉ', ['cafe']],
  ['cafe\u0301 gare', ['cafe']],
  ['deja ferme', ['cafe']],
  ['creme brulee', ['creme']],
  ['"grand mère"', ['creme']],
  ['#cuisine_française', ['creme']],
  ['strasse', ['street']],
  ['STRASSE koln', ['street']],
  ['zuge', ['street']],
  ['fahrrader', ['bikes']],
  ['brücke', ['bikes']],
  ['manana', ['tomorrow']],
  ['NIÑOS mercado', ['tomorrow']],
  ['canción', ['song']],
  ['cancion', ['song']],
  ['music.example', ['song']],
  ['東京', ['tokyo']],
  ['東京都', ['tokyo']],
  ['京都の天気', ['tokyo']],
  ['京東', []],
  ['天', ['tokyo', 'beijing']],
  ['散歩 東京', ['tokyo']],
  ['ラーメン', ['ramen']],
  ['ﾗｰﾒﾝ', ['ramen']],
  ['#ラーメン', ['ramen']],
  ['北京大学', ['beijing']],
  ['明天', ['beijing']],
  ['москва', ['moscow']],
  ['елка', ['moscow']],
  ['서울', ['seoul']],
  ['친구', ['seoul']],
  ['กรุงเทพ', ['bangkok']],
  ['อากาศ', ['bangkok']],
  ['مرحبا', ['arabic']],
  ['οδυσσεας', ['greek']],
  ['🎉', ['emoji']],
  ['🎉🎉', ['emoji']],
  ['sorensen bread', ['bread']],
  ['ana', byAna],
  ['okri', byBen],
  ['ben.okri coffee', ['coffee']],
  ['田中', byYuki],
  ['from:ana mañana', ['tomorrow']],
  ['FROM:@ben.okri', byBen],
  ['from:ana from:yuki', [...byAna, ...byYuki]],
  ['from:nobody bread', []],
  ['in:bookmarks', ['bread', 'ramen']],
  ['in:bookmarks from:ana', ['bread']],
  ['in:likes', ['bread', 'coffee']],
  ['in:likes morning in:bookmarks', ['bread']],
  ['in:likes ramen', []],
  ['in:nothing', []],
  ['from:me', ['own']],
  ['from:me from:yuki', ['own', ...byYuki]],
  ['has:poll', ['tea']],
  ['has:link', ['song']],
  ['has:link from:ana', []],
  ['has:media', []],
  ['since:DAY bread', ['bread']],
  ['until:DAY bread', ['bread']],
  ['until:2020-01-01 bread', []],
  ['since:2999-01-01 bread', []],
  ['from:ana since:DAY until:DAY has:poll', ['tea']],
  ['since:2026-02-30', []],
  ['100%', ['percent']],
  ['c++ done_with', ['percent']],
  ["isn't", ['percent']],
  ['lang:en', []],
  ['bread:*', ['bread']],
];

describe('a search query', () => {
  it.each(cases)('finds the expected threads for: %s', async (words, expected) => {
    const q = words.replaceAll('DAY', days.get(expected[0] ?? '') ?? '');
    const { content, totalElements, last } = await search(api, viewer, { q, size: 50 });
    const found = content.map(({ id }) => titles.get(id) ?? id);
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(totalElements).toBe(expected.length);
    expect(last).toBe(true);
  });
});
