import { includesScope, scopes } from '@skein/contracts/scopes';
import { expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { listDeclaredRoutes } from '../http/declared-routes.ts';
import { startTestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import { signInWithApp } from './support.ts';

it('every route of the API accepts only tokens that include its scope, or no app', async () => {
  // One user requests every route with every scope.
  const api = await startTestApi({ limits: 'off' });
  const user = await createUser(api);
  const routes = (await listDeclaredRoutes()).filter(({ auth }) => auth === 'bearer');
  const tokens = new Map<string, Promise<string>>();
  const getToken = (granted: readonly string[]) => {
    const scope = granted.join(' ');
    const token = tokens.get(scope) ?? signInWithApp(api, user, scope).then((app) => app.token);
    tokens.set(scope, token);
    return token;
  };
  const isForbidden = async (route: (typeof routes)[number], granted: readonly string[]) => {
    const path = route.path.replaceAll(/\{\w+\}/g, newId());
    const response = await fetch(`http://127.0.0.1:${api.port}/api${path}`, {
      method: route.method,
      headers: { Authorization: `Bearer ${await getToken(granted)}` },
    });
    await response.body?.cancel();
    return response.status === 403;
  };
  const unexpected: string[] = [];
  const counts = { withScope: 0, withoutScope: 0 };
  for (const route of routes) {
    const { id, scope } = route;
    if (scope === undefined) counts.withoutScope += 1;
    else counts.withScope += 1;
    const others = scopes.filter((one) => scope === undefined || !includesScope([one], scope));
    if (!(await isForbidden(route, others))) unexpected.push(`${id} without ${scope ?? 'a scope'}`);
    if (scope !== undefined && (await isForbidden(route, [scope]))) {
      unexpected.push(`${id} with ${scope}`);
    }
  }
  expect(unexpected).toEqual([]);
  expect(Math.min(counts.withScope, counts.withoutScope)).toBeGreaterThan(50);
  await api.close();
}, 60_000);
