import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppSession } from '../oauth/support.ts';
import { pollSchema, statusSchema } from './schemas.ts';
import { startStatusTestApi } from './status-actions.ts';
import type { StatusTestApi } from './status-actions.ts';

let api: StatusTestApi['api'];
let adaApp: AppSession;
let benApp: AppSession;
let actions: StatusTestApi['actions'];

beforeAll(async () => {
  ({ api, adaApp, benApp, actions } = await startStatusTestApi());
});

afterAll(() => api.close());

describe('a poll', () => {
  const poll = { options: ['Yes', 'No'], expires_in: 3600 };

  it('is published and voted on once', async () => {
    const status = await actions.publish(adaApp, { status: 'Tea?', poll });
    expect(status.content).toBe('<p>Tea?</p>');
    expect(status.poll).toMatchObject({ id: status.id, voted: false, own_votes: [] });
    const path = `/polls/${status.id}`;
    await actions.post(benApp, `${path}/votes`, { choices: [7] }).expect(422);
    const voted = pollSchema.parse(
      (await actions.post(benApp, `${path}/votes`, { choices: ['1'] })).body,
    );
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
    await actions.post(benApp, `${path}/votes`, { choices: [0] }).expect(422);
    expect(pollSchema.parse((await actions.get(benApp, path)).body)).toEqual(voted);
  });

  it('keeps a long text, and hashtags', async () => {
    const text = `${'word '.repeat(100)}#tea`;
    const status = await actions.publish(adaApp, {
      status: text,
      poll: { ...poll, multiple: true },
    });
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
    const { id } = await actions.publish(adaApp, { status: 'No poll' });
    await actions.get(adaApp, `/polls/${id}`).expect(404);
    await actions.post(adaApp, `/polls/${id}/votes`, { choices: [0] }).expect(404);
  });
});
