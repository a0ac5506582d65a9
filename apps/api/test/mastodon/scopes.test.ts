import { includesScope, scopes } from '@skein/contracts/scopes';
import { expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { signInWithApp } from '../oauth/support.ts';
import { startTestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import { listMastodonRoutes } from './routes.ts';

it('every route of the Mastodon API accepts only tokens that include its scope', async () => {
  // One user requests every route with every scope.
  const api = await startTestApi({ limits: 'off' });
  const user = await createUser(api);
  const routes = listMastodonRoutes(api.services).filter(({ auth }) => auth !== 'none');
  expect(routes.length).toBeGreaterThan(50);
  const unexpected: string[] = [];
  for (const granted of scopes) {
    const { auth } = await signInWithApp(api, user, granted);
    for (const { method, path, scope = '' } of routes) {
      const response = await fetch(
        `http://127.0.0.1:${api.port}/api${path.replaceAll(/\{\w+\}/g, newId())}`,
        { method, headers: auth },
      );
      await response.arrayBuffer();
      const isPermitted = response.status !== 403;
      if (isPermitted !== includesScope([granted], scope)) {
        unexpected.push(`${granted}: ${method} ${path} ${response.status}`);
      }
      if (response.status >= 500) unexpected.push(`${method} ${path} ${response.status}`);
    }
  }
  expect(unexpected).toEqual([]);
  await api.close();
}, 120_000);
