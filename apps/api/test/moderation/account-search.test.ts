import type { AdminUser } from '@skein/contracts/moderation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lowestIdAt } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createUserActions } from '../support/http/user-actions.ts';

const dayMs = 24 * 60 * 60 * 1000;
const advertisement = 'Buy cheap bridges at our shop today';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let admin: User;
let moderator: User;
let ada: User;
let ben: User;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  [admin, moderator] = [await createUser(api), await createUser(api)];
  await api.database.user.update({ where: { id: admin.id }, data: { role: 'admin' } });
  await api.database.user.update({ where: { id: moderator.id }, data: { role: 'moderator' } });
});

beforeEach(async () => {
  await api.database.registrationAddress.deleteMany();
  [ada, ben] = [await createUser(api), await createUser(api)];
});

afterAll(() => api.close());

const search = (query: Record<string, string>, by = admin) =>
  actions.read(by, `/admin/users?${new URLSearchParams(query).toString()}`);

async function find(query: Record<string, string>): Promise<AdminUser[]> {
  return ((await search(query).expect(200)).body as { content: AdminUser[] }).content;
}

const findIds = async (query: Record<string, string>) => (await find(query)).map(({ id }) => id);

const setAddress = ({ id }: User, address: string) =>
  api.database.registrationAddress.upsert({
    where: { userId: id },
    create: { userId: id, address },
    update: { address },
  });

async function post(user: User, content: string): Promise<string> {
  const response = await actions.post(user, '/threads').send({ content }).expect(201);
  return (response.body as { id: string }).id;
}

describe('the search by IP address', () => {
  it('finds accounts that were created from it', async () => {
    const body = {
      firstName: 'Zoe',
      lastName: 'Weaver',
      email: 'zoe@example.org',
      password: 'Bobbin-and-loom-7',
      confirmPassword: 'Bobbin-and-loom-7',
    };
    const response = await api.request.post('/api/auth/register').send(body).expect(201);
    const { id } = (response.body as { user: { id: string } }).user;
    const [found] = await find({ q: 'Zoe' });
    expect(found).toMatchObject({ id, registrationAddress: '127.0.0.1' });
    expect(found?.lastActiveAt).toMatch(/Z$/);
    expect(await findIds({ address: '127.0.0.1' })).toEqual([id]);
    expect(await findIds({ address: '::ffff:127.0.0.1' })).toEqual([id]);
    expect(await findIds({ address: '127.0.0.2' })).toEqual([]);
  });

  it('finds accounts in a range, combined with a name', async () => {
    await setAddress(ada, '203.0.113.7');
    await setAddress(ben, '203.0.113.255');
    await setAddress(moderator, '203.0.113.7');
    expect(await findIds({ address: '203.0.113.0/24' })).toEqual([ben.id, ada.id]);
    expect(await findIds({ address: '203.0.113.0/25' })).toEqual([ada.id]);
    expect(await findIds({ address: '203.0.113.7' })).toEqual([ada.id]);
    expect(await findIds({ address: '203.0.113.0/24', q: ben.username })).toEqual([ben.id]);
    expect(await findIds({ address: '2001:db8::/32' })).toEqual([]);
    await setAddress(ada, '2001:db8::7');
    expect(await findIds({ address: '2001:db8::/32' })).toEqual([ada.id]);
  });

  it('continues on the next page', async () => {
    const users = [ada, ben, await createUser(api)];
    for (const user of users) await setAddress(user, '203.0.113.7');
    const query = { address: '203.0.113.7', size: '2' };
    const first = (await search(query).expect(200)).body as { nextCursor: string };
    const rest = await findIds({ ...query, cursor: first.nextCursor });
    expect(rest).toEqual([ada.id]);
  });

  it('neither shows nor finds the addresses of moderators and administrators', async () => {
    await setAddress(moderator, '203.0.113.9');
    expect(await findIds({ address: '203.0.113.9' })).toEqual([]);
    const accounts = await find({ size: '100' });
    const found = accounts.find(({ id }) => id === moderator.id);
    expect(found).toMatchObject({ registrationAddress: null });
  });

  it('forgets addresses after 90 days', async () => {
    await setAddress(ada, '203.0.113.7');
    const now = api.clock.now().getTime();
    const id = lowestIdAt(now - 91 * dayMs);
    const account = await createUser(api);
    await api.database.user.update({ where: { id: account.id }, data: { id } });
    await setAddress({ ...account, id }, '203.0.113.7');
    expect(await api.services.auth.removeOldRegistrationAddresses()).toBe(1);
    expect(await findIds({ address: '203.0.113.7' })).toEqual([ada.id]);
  });

  it.each(['here', '203.0.113', '203.0.113.0/33', 'fe80::1%eth0'])(
    'rejects %s',
    async (address) => {
      expectError(await search({ address }), 'validation_failed');
    },
  );

  it('is only for users who can block IP addresses, who alone see the address', async () => {
    await setAddress(ada, '203.0.113.7');
    for (const user of [ada, moderator]) {
      expectError(await search({ address: '203.0.113.7' }, user), 'forbidden');
    }
    const addresses = async (by: User) => {
      const page = (await search({ q: ada.username }, by).expect(200)).body as {
        content: AdminUser[];
      };
      return page.content.map(({ registrationAddress }) => registrationAddress);
    };
    expect(await addresses(admin)).toEqual(['203.0.113.7']);
    expect(await addresses(moderator)).toEqual([null]);
  });
});

describe('the search by a text', () => {
  it('finds the accounts that have posted it, once each, whatever its punctuation', async () => {
    await post(ada, advertisement);
    await post(ada, `${advertisement}!!`);
    await post(ben, `@${ada.username} BUY cheap bridges, at our shop -- today`);
    await post(moderator, 'Buy cheap bridges at our shop tomorrow');
    expect(await findIds({ text: advertisement })).toEqual([ben.id, ada.id]);
    expect(await findIds({ text: advertisement, q: ada.username })).toEqual([ada.id]);
    await setAddress(ben, '203.0.113.7');
    expect(await findIds({ text: advertisement, address: '203.0.113.7' })).toEqual([ben.id]);
    const page = (await search({ text: advertisement, size: '1' }).expect(200)).body as {
      nextCursor: string;
    };
    const next = { text: advertisement, size: '1', cursor: page.nextCursor };
    expect(await findIds(next)).toEqual([ada.id]);
  });

  it('follows edits and deletions', async () => {
    const text = 'The weather is fine in the mountains';
    const parentId = await post(ada, text);
    await actions.post(ben, '/threads').send({ content: 'Yes', parentThreadId: parentId });
    expect(await findIds({ text })).toEqual([ada.id]);
    const changed = `${text} today`;
    await actions.put(ada, `/threads/${parentId}`).send({ content: changed }).expect(200);
    expect(await findIds({ text })).toEqual([]);
    expect(await findIds({ text: changed })).toEqual([ada.id]);
    await api.request.delete(`/api/threads/${parentId}`).set(ada.auth).expect(200);
    expect(await findIds({ text: changed })).toEqual([]);
    const stub = await api.database.thread.findFirstOrThrow({ where: { id: parentId } });
    expect(stub).toMatchObject({ content: '', textKey: null });
  });

  it.each(['Hello', 'Thank you very much', '!!!!!!!!!!!!!!!!!!!!!!!!!'])(
    'rejects the short text %s',
    async (text) => {
      expectError(await search({ text }), 'validation_failed');
    },
  );
});
