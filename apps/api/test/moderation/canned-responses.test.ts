import type { CannedResponse } from '@skein/contracts/moderation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createUserActions } from '../support/http/user-actions.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let admin: User;
let moderator: User;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  [admin, moderator] = [await createUser(api), await createUser(api)];
  await setRole(admin, 'admin');
  await setRole(moderator, 'moderator');
});

beforeEach(async () => {
  await api.database.cannedResponse.deleteMany();
});

afterAll(() => api.close());

async function setRole({ id }: User, role: 'admin' | 'moderator'): Promise<void> {
  await api.database.user.update({ where: { id }, data: { role } });
}

const path = '/admin/canned-responses';

const create = (title: string, by = admin) => actions.post(by, path).send({ title, text: 'Text' });

const reorder = (ids: string[], by = admin) => actions.put(by, path).send({ ids });

async function list(by = moderator): Promise<CannedResponse[]> {
  return (await actions.read(by, path).expect(200)).body as CannedResponse[];
}

describe('canned responses', () => {
  it('are created, changed, ordered and deleted by administrators, and read by moderators', async () => {
    await create('First').expect(201);
    await create('Second').expect(201);
    const [first, second] = await list();
    expect(first).toMatchObject({ title: 'First', text: 'Text' });
    const ids = [second?.id ?? '', first?.id ?? ''];
    const ordered = await reorder(ids).expect(200);
    expect(ordered.body).toMatchObject([{ title: 'Second' }, { title: 'First' }]);
    const changed = { title: 'Changed', text: 'Other' };
    await actions.put(admin, `${path}/${first?.id}`).send(changed).expect(200);
    await api.request.delete(`/api${path}/${second?.id}`).set(admin.auth).expect(200);
    expect(await list()).toEqual([{ id: first?.id, ...changed }]);
    const entries = await api.database.auditEntry.findMany({
      where: { actorId: admin.id },
      orderBy: { id: 'asc' },
      select: { action: true, details: true },
    });
    expect(entries).toEqual([
      { action: 'create_canned_response', details: { title: 'First' } },
      { action: 'create_canned_response', details: { title: 'Second' } },
      { action: 'reorder_canned_responses', details: {} },
      { action: 'change_canned_response', details: { title: 'Changed' } },
      { action: 'delete_canned_response', details: { title: 'Second' } },
    ]);
  });

  it('are changed by administrators only, and hidden from members', async () => {
    const member = await createUser(api);
    expectError(await actions.read(member, path), 'forbidden');
    expectError(await create('Mine', moderator), 'forbidden');
    expectError(await reorder([], moderator), 'forbidden');
    const change = { title: 'Mine', text: 'Mine' };
    expectError(await actions.put(moderator, `${path}/${newId()}`).send(change), 'forbidden');
    const deletion = await api.request.delete(`/api${path}/${newId()}`).set(moderator.auth);
    expectError(deletion, 'forbidden');
  });

  it('are at most 100, also of concurrent requests', async () => {
    await api.database.cannedResponse.createMany({
      data: Array.from({ length: 99 }, (_, position) => ({
        id: newId(),
        title: 'x',
        text: 'x',
        position,
      })),
    });
    const responses = await Promise.all([create('One'), create('Two')]);
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(await list()).toHaveLength(100);
  });

  it('are not reordered with ids that are missing, repeated or unknown', async () => {
    for (const title of ['One', 'Two']) await create(title).expect(201);
    const [one = '', two = ''] = (await list()).map(({ id }) => id);
    for (const ids of [[one], [one, one], [one, newId()], [one, two, newId()], []]) {
      expectError(await reorder(ids), 'conflict');
    }
    expectError(await reorder(['x']), 'validation_failed');
  });

  it.each([
    ['no title', { title: ' ', text: 'x' }],
    ['no text', { title: 'x', text: '' }],
    ['a long title', { title: 'x'.repeat(81), text: 'x' }],
    ['a long text', { title: 'x', text: 'x'.repeat(501) }],
  ])('are rejected with %s', async (_what, body) => {
    expectError(await actions.post(admin, path).send(body), 'validation_failed');
  });

  it('are a 404 if they do not exist', async () => {
    const change = { title: 'x', text: 'x' };
    expectError(await actions.put(admin, `${path}/${newId()}`).send(change), 'not_found');
    expectError(await actions.put(admin, `${path}/x`).send(change), 'not_found');
  });
});
