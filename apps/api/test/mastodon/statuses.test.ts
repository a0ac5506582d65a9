import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createUser } from '../support/factories/users.ts';
import { newId } from '../../src/platform/ids.ts';
import { signInWithApp } from '../oauth/support.ts';
import type { AppSession } from '../oauth/support.ts';
import { statusEditSchema, statusSchema } from './schemas.ts';
import { startStatusTestApi } from './status-actions.ts';
import type { StatusTestApi } from './status-actions.ts';

let api: StatusTestApi['api'];
let ada: StatusTestApi['ada'];
let ben: StatusTestApi['ben'];
let adaApp: AppSession;
let benApp: AppSession;
let actions: StatusTestApi['actions'];

beforeAll(async () => {
  ({ api, ada, ben, adaApp, benApp, actions } = await startStatusTestApi());
});

afterAll(() => api.close());

describe('a status', () => {
  it('is published with links, hashtags and mentions', async () => {
    const status = await actions.publish(adaApp, {
      status: `Hello @${ben.username} #Skein\n\n<b>`,
    });
    expect(status).toMatchObject({
      content: `<p>Hello <span class="h-card"><a href="http://skein.test/profile/${ben.username}" class="u-url mention">@<span>${ben.username}</span></a></span> <a href="http://skein.test/hashtag/skein" class="mention hashtag" rel="tag">#<span>Skein</span></a></p><p>&lt;b&gt;</p>`,
      visibility: 'public',
      mentions: [{ id: ben.id, acct: ben.username }],
      tags: [{ name: 'skein', url: 'http://skein.test/hashtag/skein' }],
      account: { id: ada.id, acct: ada.username },
    });
    const { body } = (await actions.get(benApp, `/statuses/${status.id}`).expect(200)) as {
      body: unknown;
    };
    expect(statusSchema.parse(body).account.id).toBe(ada.id);
  });

  it.each(['form', 'multipart'])('is published by a %s with media', async (kind) => {
    const media = await actions.upload(adaApp, 'An image');
    const request = api.request.post('/api/v1/statuses').set(adaApp.auth);
    const response = await (kind === 'form'
      ? request.type('form').send(`status=With+media&media_ids[]=${media.id}`)
      : request.field('status', 'With media').field('media_ids[]', media.id));
    const status = statusSchema.parse(response.body);
    expect(status.media_attachments).toMatchObject([{ id: media.id, description: 'An image' }]);
  });

  it('can have several files, whose descriptions change before it is published', async () => {
    const [first, second] = [await actions.upload(adaApp), await actions.upload(adaApp, 'Second')];
    const describeFile = (as: AppSession) =>
      api.request.put(`/api/v1/media/${first.id}`).set(as.auth).send({ description: 'First' });
    await describeFile(benApp).expect(404);
    await describeFile(adaApp).expect(200);
    await api.request.get(`/api/v1/media/${first.id}`).set(benApp.auth).expect(404);
    const status = await actions.publish(adaApp, { media_ids: [first.id, second.id] });
    expect(status.media_attachments.map(({ description }) => description)).toEqual([
      'First',
      'Second',
    ]);
    await actions.post(adaApp, '/statuses', { media_ids: [first.id] }).expect(422);
    await actions
      .post(benApp, '/statuses', { media_ids: [(await actions.upload(adaApp)).id] })
      .expect(422);
    await describeFile(adaApp).expect(404);
  });

  it('cannot have a file that was deleted, and keeps those that it has', async () => {
    const [unused, used] = [await actions.upload(adaApp), await actions.upload(adaApp)];
    const removeFile = (as: AppSession, { id }: { id: string }) =>
      api.request.delete(`/api/v1/media/${id}`).set(as.auth);
    await removeFile(benApp, unused).expect(404);
    await removeFile(adaApp, unused).expect(200, {});
    await removeFile(adaApp, unused).expect(404);
    await actions.post(adaApp, '/statuses', { media_ids: [unused.id] }).expect(422);
    const { id } = await actions.publish(adaApp, { media_ids: [used.id] });
    await removeFile(adaApp, used).expect(422);
    expect((await actions.get(adaApp, `/statuses/${id}`)).body).toMatchObject({
      media_attachments: [{ id: used.id }],
    });
  });

  it('is published once per Idempotency-Key', async () => {
    const key = newId();
    const send = () =>
      actions.post(adaApp, '/statuses', { status: 'Once' }).set('Idempotency-Key', key);
    const [first, second] = [await send(), await send()];
    expect(statusSchema.parse(second.body).id).toBe(statusSchema.parse(first.body).id);
  });

  it.each([
    [{}, 422],
    [{ status: 'x'.repeat(2001) }, 422],
    [{ status: 'x', visibility: 'direct' }, 422],
    [{ status: 'x', visibility: 'hidden' }, 422],
    [{ status: 'x', quote_approval_policy: 'public' }, 200],
    [{ status: 'x', quote_approval_policy: 'nobody' }, 422],
    [{ status: 'x', scheduled_at: 'tomorrow' }, 422],
    [{ status: 'x', scheduled_at: '2020-01-01T00:00:00Z' }, 422],
    [{ status: 'x', in_reply_to_id: newId() }, 404],
    [{ status: 'x', quoted_status_id: 'unknown' }, 404],
    [{ status: 'x', media_ids: [newId()] }, 422],
  ])('with %j: %i', async (fields, status) => {
    await actions.post(adaApp, '/statuses', fields).expect(status);
  });

  it('of a public account has the visibility and the language that the app chooses', async () => {
    const { id } = await actions.publish(adaApp, { status: 'All', language: 'pt-br' });
    const statuses = await Promise.all(
      ['unlisted', 'private'].map((visibility) =>
        actions.publish(adaApp, { status: visibility, visibility, language: 'de' }),
      ),
    );
    expect(statuses).toMatchObject([
      { visibility: 'unlisted', language: 'de' },
      { visibility: 'private', language: 'de' },
    ]);
    expect((await actions.get(benApp, `/statuses/${id}`)).body).toMatchObject({
      visibility: 'public',
      language: 'pt-BR',
    });
    await actions.get(benApp, `/statuses/${statuses[0]?.id}`).expect(200);
    await actions.get(benApp, `/statuses/${statuses[1]?.id}`).expect(404);
    const change = { status: 'All', language: 'es' };
    const edited = await api.request.put(`/api/v1/statuses/${id}`).set(adaApp.auth).send(change);
    expect(edited.body).toMatchObject({ language: 'es', edited_at: null });
  });

  it('has the default visibility of its author, and is never wider than the status it answers', async () => {
    const app = await signInWithApp(api, await createUser(api));
    const path = '/api/v1/accounts/update_credentials';
    const source = { privacy: 'unlisted' };
    const account = await api.request.patch(path).set(app.auth).send({ source }).expect(200);
    expect(account.body).toMatchObject({ source });
    const preferences = await actions.get(app, '/preferences');
    expect(preferences.body).toMatchObject({ 'posting:default:visibility': 'unlisted' });
    const status = await actions.publish(app, { status: 'Quiet' });
    expect(status.visibility).toBe('unlisted');
    const reply = { status: 'Loud', in_reply_to_id: status.id, visibility: 'public' };
    expect((await actions.publish(app, reply)).visibility).toBe('unlisted');
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const later = { status: 'Later', scheduled_at, visibility: 'private', language: 'fr' };
    const scheduled = await actions.post(app, '/statuses', later).expect(200);
    expect(scheduled.body).toMatchObject({ params: { visibility: 'private', language: 'fr' } });
  });

  it('of a private account is private', async () => {
    const user = await createUser(api, { isPrivate: true });
    const app = await signInWithApp(api, user);
    const status = await actions.publish(app, { status: 'For followers', visibility: 'private' });
    expect(status.visibility).toBe('private');
    const response = await actions.get(benApp, `/statuses/${status.id}`).expect(404);
    expect(response.body).toMatchObject({ error: 'Record not found' });
  });

  it('is edited, has a source, and is deleted', async () => {
    const { id } = await actions.publish(adaApp, { status: 'Before', spoiler_text: 'Warning' });
    const source = await actions.get(adaApp, `/statuses/${id}/source`).expect(200);
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
    const history = await actions.get(benApp, `/statuses/${id}/history`).expect(200);
    expect(z.array(statusEditSchema).parse(history.body)).toMatchObject([
      { content: '<p>Before</p>', spoiler_text: 'Warning', sensitive: true },
      { content: '<p>After</p>', spoiler_text: '' },
    ]);
    await api.request.delete(path).set(benApp.auth).expect(403);
    const deleted = await api.request.delete(path).set(adaApp.auth).expect(200);
    expect(deleted.body).toMatchObject({ id, text: 'After' });
    await actions.get(adaApp, `/statuses/${id}`).expect(404);
  });

  it('has a content warning and sensitive media', async () => {
    const fields = { status: 'The end', spoiler_text: 'Spoiler', sensitive: false };
    expect(await actions.publish(adaApp, fields)).toMatchObject({
      content: '<p>The end</p>',
      spoiler_text: 'Spoiler',
      sensitive: true,
    });
    const sensitive = await actions.publish(adaApp, { status: 'Look', sensitive: true });
    expect(sensitive).toMatchObject({ spoiler_text: '', sensitive: true });
  });

  it('has ancestors and descendants', async () => {
    const root = await actions.publish(adaApp, { status: 'Root' });
    const reply = await actions.publish(benApp, { status: 'Reply', in_reply_to_id: root.id });
    const below = await actions.publish(adaApp, { status: 'Below', in_reply_to_id: reply.id });
    expect(reply).toMatchObject({ in_reply_to_id: root.id, in_reply_to_account_id: ada.id });
    const response = await actions.get(adaApp, `/statuses/${reply.id}/context`).expect(200);
    const schema = z.strictObject({
      ancestors: z.array(statusSchema),
      descendants: z.array(statusSchema),
    });
    const context = schema.parse(response.body);
    expect(context.ancestors.map(({ id }) => id)).toEqual([root.id]);
    expect(context.descendants.map(({ id }) => id)).toEqual([below.id]);
  });
});
