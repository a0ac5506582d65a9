import type { Import } from '@skein/contracts/imports';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';

const path = '/api/users/me/imports';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let user: User;
let others: User[];

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  others = [];
  for (let count = 0; count < 4; count += 1) others.push(await createUser(api));
  const [, , privateUser] = others;
  await api.database.user.updateMany({
    where: { id: privateUser?.id ?? '' },
    data: { isPrivate: true },
  });
  await api.database.$executeRaw`CREATE FUNCTION stop_import() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE 'stopped'; END $$`;
});

beforeEach(async () => {
  user = await createUser(api);
});

afterEach(() => api.database.$executeRaw`DROP TRIGGER IF EXISTS stop_import ON imports`);

afterAll(() => api.close());

async function start(kind: string, mode: string, rows: readonly string[]): Promise<void> {
  const form = api.request.post(path).set(user.auth).field('kind', kind).field('mode', mode);
  const file = Buffer.from(rows.join('\n'));
  const { id } = (await form.attach('file', file, 'a.csv').expect(201)).body as Import;
  await actions.post(user, `/users/me/imports/${id}/start`).expect(200);
}

async function getOnly(): Promise<Import> {
  const [first] = (await api.request.get(path).set(user.auth).expect(200)).body as Import[];
  if (first === undefined) throw new Error('There is no import.');
  return first;
}

const triggers = {
  rows: 'BEFORE UPDATE OF next_position ON imports FOR EACH ROW',
  removals:
    'BEFORE UPDATE OF due_at ON imports FOR EACH ROW WHEN (NEW.examined_until IS NOT NULL AND NOT NEW.is_waiting)',
  end: 'BEFORE UPDATE OF status ON imports FOR EACH ROW',
};

/** Ends a step of all imports after its changes, before it stores how far it has come. */
async function interrupt(step: keyof typeof triggers): Promise<void> {
  await api.database.$executeRawUnsafe(
    `CREATE TRIGGER stop_import ${triggers[step]} EXECUTE FUNCTION stop_import()`,
  );
  await api.services.imports.continueAll();
  await api.database.$executeRaw`DROP TRIGGER stop_import ON imports`;
}

/** Continues after the wait that follows a failure. */
async function resume(): Promise<Import> {
  api.clock.advance(60 * 60 * 1000);
  await api.services.imports.continueAll();
  return getOnly();
}

it.each([
  ['follows', { addedCount: 3, requestedCount: 1 }],
  ['blocks', { addedCount: 4, requestedCount: 0 }],
  ['mutes', { addedCount: 4, requestedCount: 0 }],
  ['lists', { addedCount: 4, requestedCount: 0 }],
])('reports the %s that it had added before an interruption as added', async (kind, counts) => {
  const listName = kind === 'lists' ? 'Friends,' : '';
  await start(kind, 'merge', [
    ...others.map(({ username }) => `${listName}${username}`),
    `${listName}nobody-here`,
  ]);
  await interrupt('rows');
  expect(await getOnly()).toMatchObject({ ...counts, status: 'running', processedCount: 4 });
  expect(await resume()).toMatchObject({
    ...counts,
    status: 'done',
    processedCount: 5,
    unchangedCount: 0,
    notFoundCount: 1,
  });
});

it('reports follows without reposts that it had added before an interruption as added', async () => {
  const [ada] = others;
  await start('follows', 'merge', ['Account address,Show boosts', `${ada?.username},false`]);
  await interrupt('rows');
  expect(await resume()).toMatchObject({ status: 'done', addedCount: 1, unchangedCount: 0 });
  expect(await api.database.repostMute.count({ where: { muterId: user.id } })).toBe(1);
});

it.each([
  ['follows', 'follow'],
  ['blocks', 'block'],
  ['mutes', 'mute'],
] as const)(
  'counts the %s that it had removed before an interruption once',
  async (kind, action) => {
    const [ada, ...removed] = others.filter(({ id }) => id !== others[2]?.id);
    for (const { id } of removed) await actions[action](user, id).expect(200);
    await start(kind, 'overwrite', [ada?.username ?? '']);
    await interrupt('removals');
    expect(await getOnly()).toMatchObject({ status: 'running', removedCount: 2 });
    expect(await resume()).toMatchObject({ status: 'done', addedCount: 1, removedCount: 2 });
  },
);

it('counts the members of lists that it had removed before an interruption once', async () => {
  const [ada, ben] = others;
  await start('lists', 'merge', [`Friends,${ada?.username}`, `Friends,${ben?.username}`]);
  expect(await resume()).toMatchObject({ status: 'done', addedCount: 2 });
  await start('lists', 'overwrite', [`Friends,${ada?.username}`]);
  await interrupt('end');
  expect(await resume()).toMatchObject({ status: 'done', unchangedCount: 1, removedCount: 1 });
});
