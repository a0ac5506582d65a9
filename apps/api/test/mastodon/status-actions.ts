import { expect } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { sampleImage } from '../media/sample-images.ts';
import { signInWithApp } from '../oauth/support.ts';
import type { AppSession } from '../oauth/support.ts';
import { imageSchema, statusSchema } from './schemas.ts';
import type { Status } from './schemas.ts';

/** Requests of an app about statuses. */
export function createStatusActions(api: TestApi) {
  const post = (as: AppSession, path: string, body: object = {}) =>
    api.request.post(`/api/v1${path}`).set(as.auth).send(body);

  return {
    post,
    get: (as: AppSession, path: string) => api.request.get(`/api/v1${path}`).set(as.auth),

    async publish(as: AppSession, fields: object): Promise<Status> {
      const response = await post(as, '/statuses', fields);
      expect(response.text).not.toContain('"error"');
      return statusSchema.parse(response.body);
    },

    async upload(as: AppSession, description?: string) {
      const request = api.request.post('/api/v2/media').set(as.auth);
      if (description !== undefined) void request.field('description', description);
      const response = await request
        .attach('file', await sampleImage().png().toBuffer(), 'a.png')
        .expect(200);
      return imageSchema.parse(response.body);
    },
  };
}

/** An instance whose users Ada and Ben are signed in to an app. */
export interface StatusTestApi {
  api: TestApi;
  ada: User;
  ben: User;
  adaApp: AppSession;
  benApp: AppSession;
  actions: ReturnType<typeof createStatusActions>;
}

/** The caller closes the API. */
export async function startStatusTestApi(): Promise<StatusTestApi> {
  const api = await startTestApi();
  const [ada, ben] = [await createUser(api), await createUser(api)];
  const [adaApp, benApp] = [await signInWithApp(api, ada), await signInWithApp(api, ben)];
  return { api, ada, ben, adaApp, benApp, actions: createStatusActions(api) };
}
