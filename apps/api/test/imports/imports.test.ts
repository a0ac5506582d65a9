import type { Import } from '@skein/contracts/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';

const path = '/api/users/me/imports';
const followsHeader = 'Account address,Show boosts,Notify on new posts,Languages';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let user: User;
let ada: User;
let ben: User;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  [ada, ben] = [await createUser(api), await createUser(api)];
});

beforeEach(async () => {
  user = await createUser(api);
});

afterAll(() => api.close());

const upload = (content: string | Buffer, kind = 'follows', mode = 'merge', by = user) =>
  api.request
    .post(path)
    .set(by.auth)
    .field('kind', kind)
    .field('mode', mode)
    .attach('file', Buffer.from(content as string), 'accounts.csv');

async function preview(content: string, kind?: string, mode?: string): Promise<Import> {
  return (await upload(content, kind, mode).expect(201)).body as Import;
}

async function getOnly(): Promise<Import> {
  const [first] = (await api.request.get(path).set(user.auth).expect(200)).body as Import[];
  if (first === undefined) throw new Error('There is no import.');
  return first;
}

/** Starts an import and runs the job. */
async function run({ id }: Import): Promise<Import> {
  await actions.post(user, `/users/me/imports/${id}/start`).expect(200);
  await api.services.imports.continueAll();
  return getOnly();
}

const listFollowed = async () =>
  (await api.database.follow.findMany({ where: { followerId: user.id } })).map(
    ({ followeeId }) => followeeId,
  );

describe('an import of follows', () => {
  it('shows how many accounts are found and changes nothing before it is started', async () => {
    const csv = `${followsHeader}\n${ada.username}@skein.test,true,false,\nx@mastodon.example,true,false,\n`;
    expect(await preview(csv)).toMatchObject({
      status: 'preview',
      rowsCount: 2,
      foundCount: 1,
      removalsCount: 0,
      processedCount: 0,
    });
    await api.services.imports.continueAll();
    expect(await listFollowed()).toEqual([]);
  });

  it('follows public accounts, requests private ones and reports the others', async () => {
    const privateUser = await createUser(api);
    await api.database.user.update({ where: { id: privateUser.id }, data: { isPrivate: true } });
    const blocker = await createUser(api);
    await actions.block(blocker, user.id).expect(200);
    await actions.follow(user, ben.id).expect(200);
    const addresses = [ada.username, ben.username, privateUser.username, blocker.username];
    // A byte order mark, CRLF, quotes, an @, upper case, a repeated row and a blank line.
    const csv = [
      `\uFEFF${followsHeader}`,
      `"@${ada.username.toUpperCase()}@skein.test",false,true,"en, de"`,
      ...addresses.map((username) => `${username}@SKEIN.test,true,true,`),
      '',
      `${ada.username}@mastodon.example,true,false,`,
      'nobody-here,true,false,',
      `${user.username},true,false,`,
    ].join('\r\n');

    expect(await run(await preview(csv))).toMatchObject({
      status: 'done',
      rowsCount: 7,
      processedCount: 7,
      addedCount: 1,
      requestedCount: 1,
      unchangedCount: 1,
      notFoundCount: 3,
      rejectedCount: 1,
      failures: [
        { address: `${blocker.username}@SKEIN.test`, reason: 'not_found' },
        { address: `${ada.username}@mastodon.example`, reason: 'not_found' },
        { address: 'nobody-here', reason: 'not_found' },
        { address: user.username, reason: 'rejected' },
      ],
    });
    expect((await listFollowed()).toSorted()).toEqual([ada.id, ben.id].toSorted());
    const requests = { requesterId: user.id, targetId: privateUser.id, status: 'pending' } as const;
    expect(await api.database.followRequest.count({ where: requests })).toBe(1);
    const hidden = { muterId: user.id, mutedId: ada.id };
    expect(await api.database.repostMute.count({ where: hidden })).toBe(1);
    const bells = { followerId: user.id, isNotifying: true };
    expect(await api.database.follow.count({ where: bells })).toBe(2);

    const { id } = await getOnly();
    const failures = await actions.read(user, `/users/me/imports/${id}/failures`).expect(200);
    expect(failures.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(failures.text.split('\n').slice(0, 2)).toEqual([
      followsHeader,
      `${blocker.username}@SKEIN.test,true,true,`,
    ]);
    expect(await run(await preview(csv))).toMatchObject({ addedCount: 0, unchangedCount: 3 });
  });

  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('reads a file with %s between the columns', async (_name, delimiter) => {
    const csv = [
      followsHeader.replaceAll(',', delimiter),
      [`${ada.username}@skein.test`, 'false', 'false', 'en, de'].join(delimiter),
      [ben.username, 'true', 'false', ''].join(delimiter),
    ].join('\r\n');
    expect(await run(await preview(csv))).toMatchObject({ rowsCount: 2, addedCount: 2 });
    expect((await listFollowed()).toSorted()).toEqual([ada.id, ben.id].toSorted());
    const hidden = { muterId: user.id, mutedId: ada.id };
    expect(await api.database.repostMute.count({ where: hidden })).toBe(1);
  });

  it('follows each account once while two servers continue it', async () => {
    const { id } = await preview(`${ada.username}\n${ben.username}\n`);
    await actions.post(user, `/users/me/imports/${id}/start`).expect(200);
    await Promise.all([api.services.imports.continueAll(), api.services.imports.continueAll()]);
    expect(await getOnly()).toMatchObject({ status: 'done', processedCount: 2 });
    const { followingCount } = await api.database.user.findFirstOrThrow({
      where: { id: user.id },
    });
    expect(followingCount).toBe(2);
  });

  it('finds accounts by former usernames', async () => {
    const renamed = await createUser(api);
    await actions.rename(renamed, `${renamed.username}x`).expect(200);
    expect(await run(await preview(renamed.username))).toMatchObject({ addedCount: 1 });
  });

  it('with overwrite, also unfollows accounts that the file does not contain', async () => {
    await actions.follow(user, ben.id).expect(200);
    const { id, removalsCount } = await preview(`${ada.username}\nnobody`, 'follows', 'overwrite');
    expect(removalsCount).toBe(1);
    await actions.post(user, `/users/me/imports/${id}/start`).expect(200);
    const later = await createUser(api);
    api.clock.advance(1000);
    await api.database.follow.create({
      data: { followerId: user.id, followeeId: later.id, createdAt: api.clock.now() },
    });
    for (let round = 0; round < 3; round += 1) await api.services.imports.continueAll();
    expect(await getOnly()).toMatchObject({ status: 'done', removedCount: 1, addedCount: 1 });
    expect((await listFollowed()).toSorted()).toEqual([ada.id, later.id].toSorted());
  });

  it('is not started without a found account, which would remove all with overwrite', async () => {
    const { id } = await preview('someone@mastodon.example', 'follows', 'overwrite');
    expectError(await actions.post(user, `/users/me/imports/${id}/start`), 'conflict');
  });

  it('waits for the rate limit of imported follows', async () => {
    const rateLimitRules = readRateLimits({
      RATE_LIMIT_FACTOR: '1',
      RATE_LIMIT_IMPORTED_FOLLOWS: '1/3600s',
    });
    const limited = await startTestApi({ settings: { rateLimitRules } });
    const [reader, first, second] = [
      await createUser(limited),
      await createUser(limited),
      await createUser(limited),
    ];
    const response = await limited.request
      .post(path)
      .set(reader.auth)
      .field('kind', 'follows')
      .attach('file', Buffer.from(`${first.username}\n${second.username}`), 'a.csv')
      .expect(201);
    const { id } = response.body as Import;
    await limited.request.post(`${path}/${id}/start`).set(reader.auth).expect(200);
    await limited.services.imports.continueAll();
    const [current] = (await limited.request.get(path).set(reader.auth).expect(200))
      .body as Import[];
    expect(current).toMatchObject({ status: 'running', processedCount: 1, addedCount: 1 });
    expect(Date.parse(current?.waitsUntil ?? '')).toBeGreaterThan(limited.clock.now().getTime());
    await limited.close();
  });
});

describe('an import of blocks, mutes and lists', () => {
  it.each([
    [
      'blocks',
      'block',
      'blockedId',
      () => api.database.block.findMany({ where: { blockerId: user.id } }),
    ],
    ['mutes', 'mute', 'mutedId', () => api.database.mute.findMany({ where: { muterId: user.id } })],
  ] as const)('adds and overwrites %s', async (kind, action, column, list) => {
    await actions[action](user, ben.id).expect(200);
    expect(await run(await preview(ada.username, kind))).toMatchObject({ addedCount: 1 });
    expect(await list()).toHaveLength(2);
    const overwritten = await run(await preview(ada.username, kind, 'overwrite'));
    expect(overwritten).toMatchObject({ status: 'done', unchangedCount: 1, removedCount: 1 });
    expect(await list()).toMatchObject([{ [column]: ada.id }]);
  });

  it.each([
    ['blocks', 'block', () => api.database.block.count({ where: { blockerId: user.id } })],
    ['mutes', 'mute', () => api.database.mute.count({ where: { muterId: user.id } })],
  ] as const)('keeps accounts in %s that the user may not see', async (kind, action, count) => {
    const [blocker, suspended] = [await createUser(api), await createUser(api)];
    for (const { id } of [blocker, suspended]) await actions[action](user, id).expect(200);
    const block = { blockerId: blocker.id, blockedId: user.id };
    await api.database.block.create({ data: block });
    const where = { id: suspended.id };
    await api.database.user.update({ where, data: { suspendedAt: new Date() } });
    const uploaded = await preview(ada.username, kind, 'overwrite');
    expect(uploaded).toMatchObject({ foundCount: 1, removalsCount: 0 });
    expect(await run(uploaded)).toMatchObject({ addedCount: 1, removedCount: 0 });
    expect(await count()).toBe(3);
  });

  it('creates lists and adds members, and overwrites them', async () => {
    const csv = `"Tea, ""green""",${ada.username}@skein.test\nFriends,${ben.username}\nFriends,no@one\n`;
    expect(await run(await preview(csv, 'lists'))).toMatchObject({
      addedCount: 2,
      failures: [{ address: 'no@one', listName: 'Friends', reason: 'not_found' }],
    });
    const again = await run(await preview(csv, 'lists'));
    expect(again).toMatchObject({ addedCount: 0, unchangedCount: 2 });
    const others = `Friends,${ada.username}\n${'x'.repeat(51)},${ben.username}`;
    const overwritten = await preview(others, 'lists', 'overwrite');
    expect(overwritten).toMatchObject({ removalsCount: 2 });
    expect(await run(overwritten)).toMatchObject({ rejectedCount: 1, removedCount: 2 });
    const lists = await api.database.userList.findMany({
      where: { ownerId: user.id },
      include: { members: true },
    });
    expect(lists).toMatchObject([{ name: 'Friends', members: [{ userId: ada.id }] }]);
  });
});

it.each([
  ['commas', 'Tea; green,', 'Tea; green'],
  ['semicolons', 'Tea, green;', 'Tea, green'],
  ['semicolons and quotes', '"Tea; green";', 'Tea; green'],
  ['tabs', 'Tea, green; hot\t', 'Tea, green; hot'],
])('keeps other delimiters in the names of lists in a file with %s', async (_name, start, name) => {
  const csv = `${start}${ada.username}\n${start}${ben.username}\n`;
  expect(await run(await preview(csv, 'lists'))).toMatchObject({ addedCount: 2 });
  const lists = await api.database.userList.findMany({ where: { ownerId: user.id } });
  expect(lists).toMatchObject([{ name }]);
});

describe('an uploaded file', () => {
  it.each([
    ['is empty', ''],
    ['has only a header', `${followsHeader}\n`],
    ['has an open quote', '"ada'],
    ['is not UTF-8', Buffer.from([0x61, 0xff, 0xfe])],
    ['contains NUL', 'ada\0'],
    ['has an endless row', 'a,'.repeat(5000)],
    ['has a long address', 'a'.repeat(400)],
    ['contains mutes', 'Account address,Hide notifications\nada,true\n'],
    ['has too many rows', Array.from({ length: 10_001 }, (_, index) => `u${index}`).join('\n')],
  ])('is rejected when it %s', async (_case, content) => {
    expectError(await upload(content), 'validation_failed');
    expect(await api.database.import.count({ where: { userId: user.id } })).toBe(0);
  });

  it('is rejected as a list when a row has no address', async () => {
    expectError(await upload('Friends\n', 'lists'), 'validation_failed');
  });

  it('is rejected beyond 2 MB, without a file, and for an unknown kind', async () => {
    expectError(await upload('a\n'.repeat(1024 ** 2 + 1)), 'payload_too_large');
    const form = api.request.post(path).set(user.auth).field('kind', 'follows');
    expectError(await form, 'validation_failed');
    expectError(await upload('ada', 'posts'), 'validation_failed');
    await expect.poll(() => api.listUploads()).toEqual([]);
  });

  it('can have 10,000 rows', async () => {
    const rows = Array.from({ length: 9999 }, (_, index) => `user${index}@mastodon.example`);
    const { rowsCount, foundCount } = await preview([...rows, ada.username].join('\n'));
    expect({ rowsCount, foundCount }).toEqual({ rowsCount: 10_000, foundCount: 1 });
  });

  it('replaces the earlier one of its kind, unless that is running', async () => {
    await preview(ada.username);
    const second = await preview(ben.username);
    expect(await getOnly()).toMatchObject({ id: second.id });
    await actions.post(user, `/users/me/imports/${second.id}/start`).expect(200);
    expectError(await upload(ada.username), 'conflict');
  });
});

describe('an import', () => {
  it('is hidden from other users', async () => {
    const { id } = await preview(ada.username);
    const other = await createUser(api);
    expectError(await actions.post(other, `/users/me/imports/${id}/start`), 'not_found');
    expectError(await actions.read(other, `/users/me/imports/${id}/failures`), 'not_found');
    expectError(await actions.remove(other, `/users/me/imports/${id}`), 'not_found');
    expect((await actions.read(other, '/users/me/imports').expect(200)).body).toEqual([]);
    expectError(await api.request.get(path), 'unauthenticated');
  });

  it('can be stopped and deleted', async () => {
    const { id } = await preview(ada.username);
    await actions.post(user, `/users/me/imports/${id}/start`).expect(200);
    await actions.remove(user, `/users/me/imports/${id}`).expect(200);
    await api.services.imports.continueAll();
    expect(await listFollowed()).toEqual([]);
    expectError(await actions.remove(user, `/users/me/imports/${id}`), 'not_found');
  });

  it.each([
    ['suspended', { suspendedAt: new Date() }],
    ['frozen', { frozenAt: new Date() }],
  ])('does not continue while the account is %s', async (_state, data) => {
    const { id } = await preview(ada.username);
    await actions.post(user, `/users/me/imports/${id}/start`).expect(200);
    await api.database.user.update({ where: { id: user.id }, data });
    await api.services.imports.continueAll();
    expect(await listFollowed()).toEqual([]);
    await api.database.import.deleteMany({ where: { id } });
  });

  it('does not keep others from continuing when it fails', async () => {
    const failing = user;
    await actions.follow(failing, ben.id).expect(200);
    const { id } = await preview(ada.username, 'follows', 'overwrite');
    await actions.post(failing, `/users/me/imports/${id}/start`).expect(200);
    await api.database.$executeRaw`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE 'broken'; END $$`;
    await api.database.$executeRaw`CREATE TRIGGER fail BEFORE DELETE ON follows
      FOR EACH STATEMENT EXECUTE FUNCTION fail()`;
    user = await createUser(api);
    expect(await run(await preview(ada.username))).toMatchObject({ status: 'done', addedCount: 1 });
    const where = { id };
    expect(await api.database.import.findFirst({ where })).toMatchObject({ status: 'running' });
    await api.database.$executeRaw`DROP TRIGGER fail ON follows`;
    await api.database.import.delete({ where });
  });

  it('is deleted a day after the upload, or a month after its end', async () => {
    await preview(ada.username, 'blocks');
    await run(await preview(ben.username, 'mutes'));
    api.clock.advance(2 * 24 * 60 * 60 * 1000);
    await api.services.imports.removeOld();
    expect(await getOnly()).toMatchObject({ kind: 'mutes', status: 'done' });
    api.clock.advance(30 * 24 * 60 * 60 * 1000);
    await api.services.imports.removeOld();
    expect(await api.database.import.count({ where: { userId: user.id } })).toBe(0);
  });
});
