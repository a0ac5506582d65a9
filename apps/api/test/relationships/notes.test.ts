import { notesMax } from '@skein/contracts/relationships';
import type { ProfileDetails } from '@skein/contracts/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { relationshipSchema } from '../mastodon/account-schemas.ts';
import { signInWithApp } from '../oauth/support.ts';
import { expectError } from '../support/http/responses.ts';
import { downloadExport } from '../support/http/download-export.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { unzip } from '../support/http/unzip.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertCrowd } from '../support/factories/crowd.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

let api: TestApi;
let author: User;
let subject: User;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  [author, subject] = [await createUser(api), await createUser(api)];
});

afterAll(() => api.close());

const save = (by: User, id: string, note: string) =>
  api.request.put(`/api/users/${id}/note`).set(by.auth).send({ note });
const getNote = async (viewer: User, id: string) =>
  ((await actions.profile(viewer, id).expect(200)).body as ProfileDetails).note;

describe('a private note about a user', () => {
  it('is shown only to its author, and deleted by an empty text', async () => {
    const saved = await save(author, subject.id, 'Met at the loom fair ').expect(200);
    expect(saved.body).toMatchObject({ note: 'Met at the loom fair' });
    expect(await getNote(author, subject.id)).toBe('Met at the loom fair');
    expect(await getNote(author, author.id)).toBeNull();
    for (const [viewer, id] of [
      [subject, subject.id],
      [subject, author.id],
      [await createUser(api), subject.id],
    ] as const) {
      const { text } = await actions.profile(viewer, id).expect(200);
      expect(text).not.toContain('loom fair');
    }
    await save(author, subject.id, 'Second').expect(200);
    expect(await getNote(author, subject.id)).toBe('Second');
    expect((await save(author, subject.id, ' ').expect(200)).body).toMatchObject({ note: null });
    expect(await getNote(author, subject.id)).toBeNull();
  });

  it('is rejected about oneself, hidden users and too many users', async () => {
    expectError(await save(author, author.id, 'x'), 'validation_failed');
    expectError(await save(author, subject.id, 'x'.repeat(2001)), 'validation_failed');
    for (const text of ['x', '']) expectError(await save(author, newId(), text), 'not_found');
    expectError(await api.request.put(`/api/users/${subject.id}/note`), 'unauthenticated');
    const blocker = await createUser(api);
    await save(author, blocker.id, 'Before the block').expect(200);
    await actions.block(blocker, author.id).expect(200);
    expectError(await save(author, blocker.id, 'x'), 'not_found');
    await save(author, blocker.id, '').expect(200);

    const writer = await createUser(api);
    await insertCrowd(api.database, notesMax);
    await api.database.$executeRaw`
      INSERT INTO user_notes (author_id, user_id, text)
      SELECT ${writer.id}::uuid, id, '-' FROM users WHERE email LIKE '%@crowd.example'`;
    expectError(await save(writer, subject.id, 'x'), 'conflict');
    const { userId } = await api.database.userNote.findFirstOrThrow({
      where: { authorId: writer.id },
    });
    await save(writer, userId, 'Still possible').expect(200);
  });

  it('is in the relationships of apps', async () => {
    const app = await signInWithApp(api, author, 'read write');
    const path = `/api/v1/accounts/${subject.id}/note`;
    const saved = await api.request.post(path).set(app.auth).send({ comment: 'By app' });
    expect(relationshipSchema.parse(saved.body)).toMatchObject({ id: subject.id, note: 'By app' });
    expect(await getNote(author, subject.id)).toBe('By app');
    const removed = await api.request.post(path).set(app.auth).send({});
    expect(relationshipSchema.parse(removed.body).note).toBe('');
    const long = await api.request
      .post(path)
      .set(app.auth)
      .send({ comment: 'x'.repeat(2001) });
    expect(long.status).toBe(422);
  });

  it('is exported, and deleted with either account', async () => {
    const [writer, noted] = [await createUser(api), await createUser(api)];
    await save(writer, noted.id, 'Owes me yarn').expect(200);
    await save(noted, writer.id, 'Has my yarn').expect(200);
    const { archive } = await downloadExport(api, writer);
    const files = await unzip(archive);
    const { notes } = JSON.parse(files.get('follows.json')?.toString() ?? '') as {
      notes: object[];
    };
    expect(notes).toMatchObject([{ username: noted.username, note: 'Owes me yarn' }]);
    expect([...files.values()].join('')).not.toContain('Has my yarn');
    const { password } = noted;
    await actions.remove(noted, '/users/me').send({ password }).expect(200);
    const either = { OR: [{ authorId: noted.id }, { userId: noted.id }] };
    await expect.poll(() => api.database.userNote.count({ where: either })).toBe(0);
  });
});
