import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { signInWithApp } from '../oauth/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { accountSchema } from './account-schemas.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

describe('the directory', () => {
  it('lists public accounts by their registration or last thread, without hidden ones', async () => {
    const actions = createUserActions(api);
    const [viewer, first, second] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    const hidden = [
      await createUser(api, { isPrivate: true }),
      await createUser(api),
      await createUser(api),
    ] as const;
    for (const author of [second, ...hidden, first]) {
      await publish(api, author, { fields: { content: 'Here' } });
    }
    await actions.mute(viewer, hidden[1].id).expect(200);
    await actions.block(hidden[2], viewer.id).expect(200);
    const { auth } = await signInWithApp(api, viewer);
    const list = async (query: string) => {
      const response = await api.request.get(`/api/v1/directory?${query}`).set(auth).expect(200);
      return z.array(accountSchema).parse(response.body);
    };
    const ids = async (query: string) => (await list(query)).map(({ id }) => id);
    expect(await ids('order=active&local=true')).toEqual([first.id, second.id]);
    expect(await ids('order=new')).toEqual([second.id, first.id, viewer.id]);
    expect(await ids('order=new&offset=1&limit=1')).toEqual([first.id]);
  });
});
