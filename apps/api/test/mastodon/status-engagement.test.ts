import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createUserActions } from '../support/http/user-actions.ts';
import type { AppSession } from '../oauth/support.ts';
import { accountSchema } from './account-schemas.ts';
import { statusSchema } from './schemas.ts';
import { startStatusTestApi } from './status-actions.ts';
import type { StatusTestApi } from './status-actions.ts';

let api: StatusTestApi['api'];
let ben: StatusTestApi['ben'];
let adaApp: AppSession;
let benApp: AppSession;
let actions: StatusTestApi['actions'];

beforeAll(async () => {
  ({ api, ben, adaApp, benApp, actions } = await startStatusTestApi());
});

afterAll(() => api.close());

describe('a status', () => {
  it('is muted and unmuted, also by a reply', async () => {
    const { id } = await actions.publish(adaApp, { status: 'Much discussed' });
    const reply = await actions.publish(benApp, { status: 'Indeed', in_reply_to_id: id });
    const muted = await actions.post(adaApp, `/statuses/${reply.id}/mute`).expect(200);
    expect(statusSchema.parse(muted.body).muted).toBe(true);
    expect((await actions.get(adaApp, `/statuses/${id}`).expect(200)).body).toMatchObject({
      muted: true,
    });
    await actions.post(adaApp, `/statuses/${id}/unmute`).expect(200);
    expect((await actions.get(adaApp, `/statuses/${id}`)).body).toMatchObject({ muted: false });
  });

  it('is liked, bookmarked and reposted, and each is undone', async () => {
    const { id } = await actions.publish(adaApp, { status: 'Popular' });
    const toggles = [
      ['favourite', 'favourited', 'favourites'],
      ['bookmark', 'bookmarked', 'bookmarks'],
    ] as const;
    for (const [name, property, list] of toggles) {
      const on = statusSchema.parse((await actions.post(benApp, `/statuses/${id}/${name}`)).body);
      expect(on[property]).toBe(true);
      const listed = await actions.get(benApp, `/${list}`).expect(200);
      expect(listed.body).toMatchObject([{ id }]);
      const off = statusSchema.parse(
        (await actions.post(benApp, `/statuses/${id}/un${name}`)).body,
      );
      expect(off[property]).toBe(false);
      expect((await actions.get(benApp, `/${list}`)).body).toEqual([]);
    }
    const repost = statusSchema.parse((await actions.post(benApp, `/statuses/${id}/reblog`)).body);
    expect(repost).toMatchObject({ account: { id: ben.id }, reblog: { id, reblogged: true } });
    const again = statusSchema.parse((await actions.post(benApp, `/statuses/${id}/reblog`)).body);
    expect(again.id).toBe(repost.id);
    // Statuses are also found by the id of a repost.
    expect((await actions.get(adaApp, `/statuses/${repost.id}`)).body).toMatchObject({ id });
    const undone = statusSchema.parse(
      (await actions.post(benApp, `/statuses/${repost.id}/unreblog`)).body,
    );
    expect(undone).toMatchObject({ id, reblogged: false, reblogs_count: 0 });
  });

  it('lists who liked and reposted it', async () => {
    const { id } = await actions.publish(adaApp, { status: 'Listed' });
    const lists = { favourite: 'favourited_by', reblog: 'reblogged_by' };
    for (const [action, list] of Object.entries(lists)) {
      await actions.get(adaApp, `/statuses/${id}/${list}`).expect(200, []);
      await actions.post(benApp, `/statuses/${id}/${action}`).expect(200);
      const response = await actions.get(adaApp, `/statuses/${id}/${list}`).expect(200);
      expect(
        z
          .array(accountSchema)
          .parse(response.body)
          .map((user) => user.id),
      ).toEqual([ben.id]);
    }
  });

  it('quotes another one', async () => {
    const quoted = await actions.publish(adaApp, { status: 'Quoted' });
    const media = await actions.upload(benApp);
    const quote = await actions.publish(benApp, {
      status: 'A quote',
      quoted_status_id: quoted.id,
      media_ids: [media.id],
    });
    expect(quote.quote).toMatchObject({ state: 'accepted', quoted_status: { id: quoted.id } });
    expect(quote.media_attachments).toHaveLength(1);
    const file = await api.request.get(new URL(quote.media_attachments[0]?.url ?? '').pathname);
    expect(file.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(file.headers).not.toHaveProperty('access-control-allow-credentials');
    const quotes = await actions.get(adaApp, `/statuses/${quoted.id}/quotes?limit=1`).expect(200);
    expect(z.array(statusSchema).parse(quotes.body)).toMatchObject([
      { id: quote.id, quote: { quoted_status: { id: quoted.id } } },
    ]);
    expect((await actions.get(adaApp, `/statuses/${quote.id}/quotes`).expect(200)).body).toEqual(
      [],
    );
    await api.request.delete(`/api/v1/statuses/${quoted.id}`).set(adaApp.auth).expect(200);
    const after = await actions.get(benApp, `/statuses/${quote.id}`);
    expect(statusSchema.parse(after.body).quote).toEqual({
      state: 'deleted',
      quoted_status: null,
    });
  });

  it('is removed from a quote by its author', async () => {
    const quoted = await actions.publish(adaApp, { status: 'Quoted by Ben' });
    const quote = await actions.publish(benApp, { status: 'Look', quoted_status_id: quoted.id });
    const path = `/statuses/${quoted.id}/quotes/${quote.id}/revoke`;
    await actions.post(benApp, path).expect(403);
    await actions.post(adaApp, `/statuses/${quote.id}/quotes/${quoted.id}/revoke`).expect(404);
    const revoked = await actions.post(adaApp, path).expect(200);
    expect(statusSchema.parse(revoked.body)).toMatchObject({
      id: quote.id,
      quote: { state: 'revoked', quoted_status: null },
    });
    const quotes = await actions.get(adaApp, `/statuses/${quoted.id}/quotes`).expect(200);
    expect(quotes.body).toEqual([]);
  });

  it('has the reactions of Skein', async () => {
    const { id } = await actions.publish(adaApp, { status: 'Reactions' });
    await createUserActions(api)
      .post(ben, `/threads/${id}/reaction?reactionType=wow`)
      .send({})
      .expect(200);
    const status = statusSchema.parse((await actions.get(benApp, `/statuses/${id}`)).body);
    expect(status.pleroma.emoji_reactions).toEqual([
      { name: '😮', count: 1, me: true, account_ids: [] },
    ]);
  });
});
