import { attachmentsMax, chainFilesMax, draftsMax } from '@skein/contracts/limits';
import { savedDraftSchema } from '@skein/contracts/threads';
import type { SavedDraft } from '@skein/contracts/threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertThread } from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { listThreads } from '../support/list-threads.ts';

const path = '/api/threads/drafts';
const hourMs = 60 * 60 * 1000;

let api: TestApi;
let ann: User;
let bob: User;
let image: Buffer;

beforeAll(async () => {
  api = await startTestApi();
  [ann, bob] = [await createUser(api), await createUser(api)];
  image = await sampleImage().png().toBuffer();
});

afterAll(() => api.close());

const send = (as: User, body: object) => api.request.post(path).set(as.auth).send(body);
const change = (as: User, { id, version }: SavedDraft, body: object) =>
  api.request
    .put(`${path}/${id}`)
    .set(as.auth)
    .send({ version, ...body });
const text = (content: string) => ({ parts: [{ content }] });

async function save(as: User, body: object): Promise<SavedDraft> {
  const response = await send(as, body);
  expect(response.body).toMatchObject({ version: 1 });
  return savedDraftSchema.strict().parse(response.body);
}

async function list(as: User, query = ''): Promise<{ content: SavedDraft[]; nextCursor: string }> {
  const response = await api.request.get(`${path}${query}`).set(as.auth).expect(200);
  return response.body as { content: SavedDraft[]; nextCursor: string };
}

async function upload(as: User): Promise<string> {
  const request = api.request.post('/api/posts/with-media').set(as.auth);
  const response = await request.attach('media', image, 'a.png').expect(201);
  return (response.body as { post: { id: string } }).post.id;
}

const getThreads = ({ id }: User) => listThreads(api.database, id);
const countMedia = ({ id: ownerId }: User) => api.database.media.count({ where: { ownerId } });

async function sweepLater(): Promise<void> {
  api.clock.advance(2 * hourMs);
  await api.services.media.sweep();
}

describe('a draft', () => {
  it('keeps all fields and files, and only its author sees it', async () => {
    const author = await createUser(api);
    const files = [await upload(author), await upload(author), await upload(author)];
    const [first = '', second = '', third = ''] = files;
    const fields = {
      topic: 'Yarn',
      contentWarning: 'Wool',
      isSensitive: true,
      replyPermission: 'FOLLOWERS',
      poll: { question: '', options: ['Red', ''], multiple: true, durationMinutes: 60 },
    };
    const draft = await save(author, {
      ...fields,
      parts: [
        {
          content: 'One',
          media: [{ id: second, altText: 'A square', focus: { x: 0.5, y: 0 } }, { id: first }],
        },
        { content: '', media: [{ id: third }] },
      ],
    });
    expect(draft).toMatchObject({ ...fields, parentThreadId: null, quotedThreadId: null });
    expect(draft.parts).toMatchObject([
      {
        content: 'One',
        media: [
          { id: second, altText: 'A square', focus: { x: 0.5, y: 0 } },
          { id: first, altText: null },
        ],
      },
      { content: '', media: [{ id: third }] },
    ]);
    await sweepLater();
    expect((await list(author)).content).toEqual([draft]);
    expect((await list(bob)).content).toEqual([]);
    expectError(await change(bob, draft, text('Mine')), 'not_found');
    expectError(await api.request.delete(`${path}/${draft.id}`).set(bob.auth), 'not_found');
    const stolen = { parts: [{ content: 'x', media: [{ id: first }] }] };
    expectError(await send(bob, stolen), 'validation_failed');
    expectError(await api.request.get(path), 'unauthenticated');
  });

  it('keeps the time that is planned, also when it has passed', async () => {
    const author = await createUser(api);
    const scheduledAt = '2020-02-29T08:30:00.000Z';
    const parts = [{ content: 'x' }, { content: 'y' }];
    const draft = await save(author, { parts, scheduledAt });
    expect(draft).toMatchObject({ scheduledAt });
    const moved = '2040-02-29T08:30:00.000Z';
    const changed = await change(author, draft, { ...text('x'), scheduledAt: moved });
    expect(changed.body).toMatchObject({ scheduledAt: moved });
    const removed = await change(author, savedDraftSchema.parse(changed.body), text('x'));
    expect(removed.body).toMatchObject({ version: 3, scheduledAt: null });
  });

  it('releases its files when it is changed or deleted', async () => {
    const author = await createUser(api);
    const [first, second] = [await upload(author), await upload(author)];
    const media = [{ id: first }, { id: second }];
    const draft = await save(author, { parts: [{ content: 'x', media }] });
    const changed = await change(author, draft, { parts: [{ media: [{ id: second }] }] });
    expect(changed.body).toMatchObject({ id: draft.id, version: 2 });
    await sweepLater();
    expect(await countMedia(author)).toBe(1);
    await api.request.delete(`${path}/${draft.id}`).set(author.auth).expect(200);
    expectError(await api.request.delete(`${path}/${draft.id}`).set(author.auth), 'not_found');
    expectError(await change(author, draft, text('x')), 'not_found');
    await sweepLater();
    expect(await countMedia(author)).toBe(0);
  });

  it('is changed without the uploads that another device has removed', async () => {
    const author = await createUser(api);
    const media = [{ id: await upload(author) }, { id: await upload(author) }];
    const draft = await save(author, { parts: [{ content: 'x', media }] });
    const kept = media.slice(1);
    const changed = await change(author, draft, { parts: [{ content: 'x', media: kept }] });
    await sweepLater();
    const body = { parts: [{ content: 'y', media }] };
    const rest = [{ content: 'y', media: kept }];
    const current = savedDraftSchema.parse(changed.body);
    expect((await change(author, current, body)).body).toMatchObject({ version: 3, parts: rest });
    const second = await change(author, draft, body);
    expect(second.body).toMatchObject({ version: 1, parts: rest });
  });

  it('becomes two drafts with the same files when two devices change it', async () => {
    const author = await createUser(api);
    const media = [{ id: await upload(author) }];
    const draft = await save(author, { parts: [{ content: 'Begun', media }] });
    const versions = ['Here', 'There'].map((content) => ({ parts: [{ content, media }] }));
    const responses = await Promise.all(versions.map((body) => change(author, draft, body)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const saved = responses.map(({ body }) => savedDraftSchema.parse(body));
    expect(saved.filter(({ id }) => id === draft.id)).toMatchObject([{ version: 2 }]);
    const { content } = await list(author);
    const texts = content.map(({ parts }) => parts[0]?.content);
    expect(new Set(texts)).toEqual(new Set(['Here', 'There']));
    expect(content.map(({ parts }) => parts[0]?.media.length)).toEqual([1, 1]);

    // Neither of the changes saves anything when it is repeated.
    for (const [index, body] of versions.entries()) {
      expect((await change(author, draft, body)).body).toEqual(saved[index]);
    }
    expect((await list(author)).content).toHaveLength(2);

    // The files remain until both are deleted.
    await api.request.delete(`${path}/${draft.id}`).set(author.auth).expect(200);
    await sweepLater();
    expect(await countMedia(author)).toBe(1);
  });

  it('is listed page by page, the last changed first', async () => {
    const author = await createUser(api);
    const drafts: SavedDraft[] = [];
    for (const name of ['a', 'b', 'c']) {
      drafts.push(await save(author, text(name)));
      api.clock.advance(1000);
    }
    if (drafts[0]) await change(author, drafts[0], text('A'));
    const first = await list(author, '?size=2');
    const second = await list(author, `?size=2&cursor=${first.nextCursor}`);
    const texts = [...first.content, ...second.content].map(({ parts }) => parts[0]?.content);
    expect(texts).toEqual(['A', 'c', 'b']);
    expect(second.nextCursor).toBeNull();
    const { content } = await list(author, '?size=2&page=1');
    expect(content.map(({ id }) => id)).toEqual([drafts[1]?.id]);
  });

  it('is rejected without content, beyond the limits and with files of others', async () => {
    const author = await createUser(api);
    const foreign = await upload(bob);
    const ids = (count: number) => Array.from({ length: count }, () => ({ id: newId() }));
    const media = [{ id: await upload(author) }];
    const invalid = [
      {},
      { parts: [] },
      text(''),
      text('x'.repeat(2001)),
      { parts: Array.from({ length: 11 }, () => ({ content: 'x' })) },
      { parts: [{ media: ids(attachmentsMax + 1) }] },
      { parts: [1, 2, 3].map(() => ({ media: ids(chainFilesMax / 2) })) },
      { parts: [{ media: [{ id: foreign }] }] },
      { parts: [{ media }, { media }] },
      { ...text('x'), poll: { question: 'x', options: [], durationMinutes: 1 } },
      { ...text('x'), parentThreadId: 'x' },
      { ...text('x'), parentThreadId: newId(), quotedThreadId: newId() },
      { parts: [{ content: 'x' }, { content: 'y' }], parentThreadId: newId() },
      { parts: [{ content: 'x' }, { content: 'y' }], quotedThreadId: newId() },
      { ...text('x'), poll: { options: [], durationMinutes: 60 }, quotedThreadId: newId() },
      { ...text('x'), scheduledAt: 'tomorrow' },
      { ...text('x'), scheduledAt: '0000-01-01T00:00:00Z' },
      { ...text('x'), scheduledAt: '2030-01-01T10:00:00Z', parentThreadId: newId() },
      { ...text('x'), scheduledAt: '2030-01-01T10:00:00Z', quotedThreadId: newId() },
    ];
    for (const body of invalid) expectError(await send(author, body), 'validation_failed');
    const draft = await save(author, text('x'));
    for (const version of ['x', 1.5, null]) {
      const response = await change(author, draft, { ...text('y'), version });
      expectError(response, 'validation_failed');
    }
  });

  it('is limited per user', async () => {
    const author = await createUser(api);
    const now = new Date();
    await api.database.draft.createMany({
      data: Array.from({ length: draftsMax - 1 }, () => ({
        id: newId(),
        authorId: author.id,
        topic: '',
        texts: ['x'],
        createdAt: now,
        updatedAt: now,
      })),
    });
    const results = await Promise.all([1, 2, 3].map(() => send(author, text('x'))));
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });
});

describe('publishing a draft', () => {
  const publish = (as: User, route: string, body: object) =>
    api.request.post(`/api/threads${route}`).set(as.auth).send(body);

  it('deletes it with the thread, exactly once, and keeps its files', async () => {
    const author = await createUser(api);
    const uploadIds = [await upload(author), await upload(author)];
    const media = uploadIds.map((id) => ({ id }));
    const { id: draftId } = await save(author, { parts: [{ content: 'Done', media }] });
    const described = { altText: ['', 'A square'], focus: ['', '0.5,1'] };
    const body = { content: 'Done', draftId, uploadIds, ...described };
    const results = await Promise.all([1, 2, 3].map(() => publish(author, '', body)));
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    const [thread, ...others] = await getThreads(author);
    expect(others).toEqual([]);
    expect(thread?.media.map(({ id }) => id)).toEqual(uploadIds);
    expect(thread?.media[1]).toMatchObject({ altText: 'A square', focus: { x: 0.5, y: 1 } });
    expect((await list(author)).content).toEqual([]);
    const late = await publish(author, '', { content: 'Done', draftId });
    expect(expectError(late, 'conflict').message).toMatch(/already been published/);
    expect(await getThreads(author)).toHaveLength(1);
  });

  it('keeps it if it has changed since the published version', async () => {
    const author = await createUser(api);
    const media = [{ id: await upload(author) }];
    const draft = await save(author, { parts: [{ content: 'Old', media }] });
    await change(author, draft, { parts: [{ content: 'New', media }] });
    const { id: draftId } = draft;
    const parts = [{ content: 'One' }, { content: 'Two' }];
    const quotedThreadId = await insertThread(api.database, bob.id);
    const scheduledAt = new Date(api.clock.now().getTime() + hourMs).toISOString();
    const cases = [
      ['', { content: 'Old' }],
      ['/chain', { parts }],
      ['/quote-repost', { content: 'Old', quotedThreadId }],
      ['/scheduled', { content: 'Old', scheduledAt }],
    ] as const;
    for (const [route, body] of cases) {
      const response = await publish(author, route, { ...body, draftId, draftVersion: 1 });
      expect(response.status).toBe(201);
      expect((await list(author)).content).toMatchObject([{ parts: [{ content: 'New' }] }]);
    }
    const current = { content: 'New', draftId, draftVersion: 2 };
    expect((await publish(author, '', current)).status).toBe(201);
    expect((await list(author)).content).toEqual([]);
    expectError(await publish(author, '', current), 'conflict');
  });

  it('works for chains, quotes and scheduled threads', async () => {
    const author = await createUser(api);
    const quotedThreadId = await insertThread(api.database, bob.id);
    const uploads = [await upload(author), await upload(author), await upload(author)];
    const [first = '', second = '', third = ''] = uploads;
    const scheduledAt = new Date(api.clock.now().getTime() + hourMs).toISOString();
    const parts = [
      { content: 'One', uploadIds: [first] },
      { content: 'Two', uploadIds: [second] },
    ];
    const cases = [
      ['/chain', { parts, altText: ['First', 'Second'] }],
      ['/quote-repost', { content: 'So true', quotedThreadId }],
      ['/scheduled', { content: 'Later', scheduledAt, uploadIds: [third], altText: 'Third' }],
    ] as const;
    for (const [route, body] of cases) {
      const { id: draftId } = await save(author, text(route));
      expect((await publish(author, route, { ...body, draftId })).status).toBe(201);
      expectError(await publish(author, route, { ...body, uploadIds: [], draftId }), 'conflict');
    }
    expect((await list(author)).content).toEqual([]);
    const published = await getThreads(author);
    expect(published.flatMap((thread) => thread.media.map(({ altText }) => altText))).toEqual(
      expect.arrayContaining(['First', 'Second']),
    );
    const scheduled = await api.request.get('/api/threads/scheduled').set(author.auth);
    expect(scheduled.body).toMatchObject([{ media: [{ id: third, altText: 'Third' }] }]);
  });

  it('keeps the draft when the thread is rejected, and of another user always', async () => {
    const author = await createUser(api);
    const { id: draftId } = await save(author, text('x'));
    const parentThreadId = newId();
    expectError(await publish(author, '', { content: 'x', draftId, parentThreadId }), 'not_found');
    expectError(await publish(ann, '', { content: 'x', draftId }), 'conflict');
    const both = api.request.post('/api/threads').set(author.auth).field('uploadIds', newId());
    expectError(await both.attach('media', image, 'a.png'), 'validation_failed');
    expect((await list(author)).content).toHaveLength(1);
    expect(await getThreads(author)).toEqual([]);
    expect(await getThreads(ann)).toEqual([]);
  });
});
