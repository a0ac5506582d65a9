import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { newId } from '../../src/platform/ids.ts';
import { sampleImage } from '../media/sample-images.ts';
import { signInWithApp } from '../oauth/support.ts';
import type { AppSession } from '../oauth/support.ts';
import { accountSchema } from './account-schemas.ts';
import { imageSchema, pollSchema, statusEditSchema, statusSchema } from './schemas.ts';
import type { Status } from './schemas.ts';

let api: TestApi;
let ada: User;
let ben: User;
let adaApp: AppSession;
let benApp: AppSession;

beforeAll(async () => {
  api = await startTestApi();
  [ada, ben] = [await createUser(api), await createUser(api)];
  [adaApp, benApp] = [await signInWithApp(api, ada), await signInWithApp(api, ben)];
});

afterAll(() => api.close());

const post = (as: AppSession, path: string, body: object = {}) =>
  api.request.post(`/api/v1${path}`).set(as.auth).send(body);
const get = (as: AppSession, path: string) => api.request.get(`/api/v1${path}`).set(as.auth);

async function publish(as: AppSession, fields: object): Promise<Status> {
  const response = await post(as, '/statuses', fields);
  expect(response.text).not.toContain('"error"');
  return statusSchema.parse(response.body);
}

async function upload(as: AppSession, description?: string) {
  const request = api.request.post('/api/v2/media').set(as.auth);
  if (description !== undefined) void request.field('description', description);
  const response = await request
    .attach('file', await sampleImage().png().toBuffer(), 'a.png')
    .expect(200);
  return imageSchema.parse(response.body);
}

describe('a status', () => {
  it('is published with links, hashtags and mentions', async () => {
    const status = await publish(adaApp, { status: `Hello @${ben.username} #Skein\n\n<b>` });
    expect(status).toMatchObject({
      content: `<p>Hello <span class="h-card"><a href="http://skein.test/profile/${ben.username}" class="u-url mention">@<span>${ben.username}</span></a></span> <a href="http://skein.test/hashtag/skein" class="mention hashtag" rel="tag">#<span>Skein</span></a></p><p>&lt;b&gt;</p>`,
      visibility: 'public',
      mentions: [{ id: ben.id, acct: ben.username }],
      tags: [{ name: 'skein', url: 'http://skein.test/hashtag/skein' }],
      account: { id: ada.id, acct: ada.username },
    });
    const { body } = (await get(benApp, `/statuses/${status.id}`).expect(200)) as { body: unknown };
    expect(statusSchema.parse(body).account.id).toBe(ada.id);
  });

  it.each(['form', 'multipart'])('is published by a %s with media', async (kind) => {
    const media = await upload(adaApp, 'An image');
    const request = api.request.post('/api/v1/statuses').set(adaApp.auth);
    const response = await (kind === 'form'
      ? request.type('form').send(`status=With+media&media_ids[]=${media.id}`)
      : request.field('status', 'With media').field('media_ids[]', media.id));
    const status = statusSchema.parse(response.body);
    expect(status.media_attachments).toMatchObject([{ id: media.id, description: 'An image' }]);
  });

  it('can have several files, whose descriptions change before it is published', async () => {
    const [first, second] = [await upload(adaApp), await upload(adaApp, 'Second')];
    const describeFile = (as: AppSession) =>
      api.request.put(`/api/v1/media/${first.id}`).set(as.auth).send({ description: 'First' });
    await describeFile(benApp).expect(404);
    await describeFile(adaApp).expect(200);
    await api.request.get(`/api/v1/media/${first.id}`).set(benApp.auth).expect(404);
    const status = await publish(adaApp, { media_ids: [first.id, second.id] });
    expect(status.media_attachments.map(({ description }) => description)).toEqual([
      'First',
      'Second',
    ]);
    await post(adaApp, '/statuses', { media_ids: [first.id] }).expect(422);
    await post(benApp, '/statuses', { media_ids: [(await upload(adaApp)).id] }).expect(422);
    await describeFile(adaApp).expect(404);
  });

  it('cannot have a file that was deleted, and keeps those that it has', async () => {
    const [unused, used] = [await upload(adaApp), await upload(adaApp)];
    const removeFile = (as: AppSession, { id }: { id: string }) =>
      api.request.delete(`/api/v1/media/${id}`).set(as.auth);
    await removeFile(benApp, unused).expect(404);
    await removeFile(adaApp, unused).expect(200, {});
    await removeFile(adaApp, unused).expect(404);
    await post(adaApp, '/statuses', { media_ids: [unused.id] }).expect(422);
    const { id } = await publish(adaApp, { media_ids: [used.id] });
    await removeFile(adaApp, used).expect(422);
    expect((await get(adaApp, `/statuses/${id}`)).body).toMatchObject({
      media_attachments: [{ id: used.id }],
    });
  });

  it('is published once per Idempotency-Key', async () => {
    const key = newId();
    const send = () => post(adaApp, '/statuses', { status: 'Once' }).set('Idempotency-Key', key);
    const [first, second] = [await send(), await send()];
    expect(statusSchema.parse(second.body).id).toBe(statusSchema.parse(first.body).id);
  });

  it.each([
    [{}, 422],
    [{ status: 'x'.repeat(2001) }, 422],
    [{ status: 'x', visibility: 'direct' }, 422],
    [{ status: 'x', visibility: 'private' }, 422],
    [{ status: 'x', visibility: 'unlisted' }, 200],
    [{ status: 'x', scheduled_at: 'tomorrow' }, 422],
    [{ status: 'x', scheduled_at: '2020-01-01T00:00:00Z' }, 422],
    [{ status: 'x', in_reply_to_id: newId() }, 404],
    [{ status: 'x', quoted_status_id: 'unknown' }, 404],
    [{ status: 'x', media_ids: [newId()] }, 422],
  ])('with %j: %i', async (fields, status) => {
    await post(adaApp, '/statuses', fields).expect(status);
  });

  it('of a private account is private', async () => {
    const user = await createUser(api, { isPrivate: true });
    const app = await signInWithApp(api, user);
    const status = await publish(app, { status: 'For followers', visibility: 'private' });
    expect(status.visibility).toBe('private');
    const response = await get(benApp, `/statuses/${status.id}`).expect(404);
    expect(response.body).toMatchObject({ error: 'Record not found' });
  });

  it('is edited, has a source, and is deleted', async () => {
    const { id } = await publish(adaApp, { status: 'Before', spoiler_text: 'Warning' });
    const source = await get(adaApp, `/statuses/${id}/source`).expect(200);
    expect(source.body).toEqual({ id, text: 'Before', spoiler_text: 'Warning' });
    const path = `/api/v1/statuses/${id}`;
    await api.request.put(path).set(benApp.auth).send({ status: 'After' }).expect(403);
    const change = { status: 'After', spoiler_text: '' };
    const edited = await api.request.put(path).set(adaApp.auth).send(change);
    expect(statusSchema.parse(edited.body)).toMatchObject({
      content: '<p>After</p>',
      spoiler_text: '',
      sensitive: false,
    });
    const history = await get(benApp, `/statuses/${id}/history`).expect(200);
    expect(z.array(statusEditSchema).parse(history.body)).toMatchObject([
      { content: '<p>Before</p>', spoiler_text: 'Warning', sensitive: true },
      { content: '<p>After</p>', spoiler_text: '' },
    ]);
    await api.request.delete(path).set(benApp.auth).expect(403);
    const deleted = await api.request.delete(path).set(adaApp.auth).expect(200);
    expect(deleted.body).toMatchObject({ id, text: 'After' });
    await get(adaApp, `/statuses/${id}`).expect(404);
  });

  it('is muted and unmuted, also by a reply', async () => {
    const { id } = await publish(adaApp, { status: 'Much discussed' });
    const reply = await publish(benApp, { status: 'Indeed', in_reply_to_id: id });
    const muted = await post(adaApp, `/statuses/${reply.id}/mute`).expect(200);
    expect(statusSchema.parse(muted.body).muted).toBe(true);
    expect((await get(adaApp, `/statuses/${id}`).expect(200)).body).toMatchObject({ muted: true });
    await post(adaApp, `/statuses/${id}/unmute`).expect(200);
    expect((await get(adaApp, `/statuses/${id}`)).body).toMatchObject({ muted: false });
  });

  it('has a content warning and sensitive media', async () => {
    const fields = { status: 'The end', spoiler_text: 'Spoiler', sensitive: false };
    expect(await publish(adaApp, fields)).toMatchObject({
      content: '<p>The end</p>',
      spoiler_text: 'Spoiler',
      sensitive: true,
    });
    const sensitive = await publish(adaApp, { status: 'Look', sensitive: true });
    expect(sensitive).toMatchObject({ spoiler_text: '', sensitive: true });
  });

  it('has ancestors and descendants', async () => {
    const root = await publish(adaApp, { status: 'Root' });
    const reply = await publish(benApp, { status: 'Reply', in_reply_to_id: root.id });
    const below = await publish(adaApp, { status: 'Below', in_reply_to_id: reply.id });
    expect(reply).toMatchObject({ in_reply_to_id: root.id, in_reply_to_account_id: ada.id });
    const response = await get(adaApp, `/statuses/${reply.id}/context`).expect(200);
    const schema = z.strictObject({
      ancestors: z.array(statusSchema),
      descendants: z.array(statusSchema),
    });
    const context = schema.parse(response.body);
    expect(context.ancestors.map(({ id }) => id)).toEqual([root.id]);
    expect(context.descendants.map(({ id }) => id)).toEqual([below.id]);
  });

  it('is liked, bookmarked and reposted, and each is undone', async () => {
    const { id } = await publish(adaApp, { status: 'Popular' });
    const actions = [
      ['favourite', 'favourited', 'favourites'],
      ['bookmark', 'bookmarked', 'bookmarks'],
    ] as const;
    for (const [name, property, list] of actions) {
      const on = statusSchema.parse((await post(benApp, `/statuses/${id}/${name}`)).body);
      expect(on[property]).toBe(true);
      const listed = await get(benApp, `/${list}`).expect(200);
      expect(listed.body).toMatchObject([{ id }]);
      const off = statusSchema.parse((await post(benApp, `/statuses/${id}/un${name}`)).body);
      expect(off[property]).toBe(false);
      expect((await get(benApp, `/${list}`)).body).toEqual([]);
    }
    const repost = statusSchema.parse((await post(benApp, `/statuses/${id}/reblog`)).body);
    expect(repost).toMatchObject({ account: { id: ben.id }, reblog: { id, reblogged: true } });
    const again = statusSchema.parse((await post(benApp, `/statuses/${id}/reblog`)).body);
    expect(again.id).toBe(repost.id);
    // Statuses are also found by the id of a repost.
    expect((await get(adaApp, `/statuses/${repost.id}`)).body).toMatchObject({ id });
    const undone = statusSchema.parse((await post(benApp, `/statuses/${repost.id}/unreblog`)).body);
    expect(undone).toMatchObject({ id, reblogged: false, reblogs_count: 0 });
  });

  it('lists who liked and reposted it', async () => {
    const { id } = await publish(adaApp, { status: 'Listed' });
    const lists = { favourite: 'favourited_by', reblog: 'reblogged_by' };
    for (const [action, list] of Object.entries(lists)) {
      await get(adaApp, `/statuses/${id}/${list}`).expect(200, []);
      await post(benApp, `/statuses/${id}/${action}`).expect(200);
      const response = await get(adaApp, `/statuses/${id}/${list}`).expect(200);
      expect(
        z
          .array(accountSchema)
          .parse(response.body)
          .map((user) => user.id),
      ).toEqual([ben.id]);
    }
  });

  it('quotes another one', async () => {
    const quoted = await publish(adaApp, { status: 'Quoted' });
    const media = await upload(benApp);
    const quote = await publish(benApp, {
      status: 'A quote',
      quoted_status_id: quoted.id,
      media_ids: [media.id],
    });
    expect(quote.quote).toMatchObject({ state: 'accepted', quoted_status: { id: quoted.id } });
    expect(quote.media_attachments).toHaveLength(1);
    const file = await api.request.get(new URL(quote.media_attachments[0]?.url ?? '').pathname);
    expect(file.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(file.headers).not.toHaveProperty('access-control-allow-credentials');
    const quotes = await get(adaApp, `/statuses/${quoted.id}/quotes?limit=1`).expect(200);
    expect(z.array(statusSchema).parse(quotes.body)).toMatchObject([
      { id: quote.id, quote: { quoted_status: { id: quoted.id } } },
    ]);
    expect((await get(adaApp, `/statuses/${quote.id}/quotes`).expect(200)).body).toEqual([]);
    await api.request.delete(`/api/v1/statuses/${quoted.id}`).set(adaApp.auth).expect(200);
    const after = await get(benApp, `/statuses/${quote.id}`);
    expect(statusSchema.parse(after.body).quote).toEqual({
      state: 'unauthorized',
      quoted_status: null,
    });
  });

  it('is removed from a quote by its author', async () => {
    const quoted = await publish(adaApp, { status: 'Quoted by Ben' });
    const quote = await publish(benApp, { status: 'Look', quoted_status_id: quoted.id });
    const path = `/statuses/${quoted.id}/quotes/${quote.id}/revoke`;
    await post(benApp, path).expect(403);
    await post(adaApp, `/statuses/${quote.id}/quotes/${quoted.id}/revoke`).expect(404);
    const revoked = await post(adaApp, path).expect(200);
    expect(statusSchema.parse(revoked.body)).toMatchObject({
      id: quote.id,
      quote: { state: 'revoked', quoted_status: null },
    });
    const quotes = await get(adaApp, `/statuses/${quoted.id}/quotes`).expect(200);
    expect(quotes.body).toEqual([]);
  });

  it('has the reactions of Skein', async () => {
    const { id } = await publish(adaApp, { status: 'Reactions' });
    const actions = createUserActions(api);
    await actions.post(ben, `/threads/${id}/reaction?reactionType=wow`).send({}).expect(200);
    const status = statusSchema.parse((await get(benApp, `/statuses/${id}`)).body);
    expect(status.pleroma.emoji_reactions).toEqual([
      { name: '😮', count: 1, me: true, account_ids: [] },
    ]);
  });
});

describe('a poll', () => {
  const poll = { options: ['Yes', 'No'], expires_in: 3600 };

  it('is published and voted on once', async () => {
    const status = await publish(adaApp, { status: 'Tea?', poll });
    expect(status.content).toBe('<p>Tea?</p>');
    expect(status.poll).toMatchObject({ id: status.id, voted: false, own_votes: [] });
    const path = `/polls/${status.id}`;
    await post(benApp, `${path}/votes`, { choices: [7] }).expect(422);
    const voted = pollSchema.parse((await post(benApp, `${path}/votes`, { choices: ['1'] })).body);
    expect(voted).toMatchObject({
      voted: true,
      own_votes: [1],
      voters_count: 1,
      votes_count: 1,
      options: [
        { title: 'Yes', votes_count: 0 },
        { title: 'No', votes_count: 1 },
      ],
    });
    await post(benApp, `${path}/votes`, { choices: [0] }).expect(422);
    expect(pollSchema.parse((await get(benApp, path)).body)).toEqual(voted);
  });

  it('keeps a long text, and hashtags', async () => {
    const text = `${'word '.repeat(100)}#tea`;
    const status = await publish(adaApp, { status: text, poll: { ...poll, multiple: true } });
    expect(status.tags).toMatchObject([{ name: 'tea' }]);
    expect(status.content.match(/word word/g)?.length).toBeLessThan(51);
    expect(status.poll?.multiple).toBe(true);
  });

  it('is published by a form', async () => {
    const body = 'status=Tea&poll[options][]=Yes&poll[options][]=No&poll[expires_in]=3600';
    const response = await api.request
      .post('/api/v1/statuses')
      .set(adaApp.auth)
      .type('form')
      .send(body);
    expect(statusSchema.parse(response.body).poll?.options).toHaveLength(2);
  });

  it('does not exist for a status without one', async () => {
    const { id } = await publish(adaApp, { status: 'No poll' });
    await get(adaApp, `/polls/${id}`).expect(404);
    await post(adaApp, `/polls/${id}/votes`, { choices: [0] }).expect(404);
  });
});
