import { includesScope, scopes } from '@skein/contracts/scopes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { listDeclaredRoutes } from '../http/declared-routes.ts';
import { listMastodonRoutes } from '../mastodon/routes.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { signInWithApp } from './support.ts';

interface TestedRoute {
  id: string;
  method: string;
  path: string;
  scope?: string | undefined;
}

let api: TestApi;
let user: User;
const tokens = new Map<string, Promise<string>>();

beforeAll(async () => {
  // One user requests every route.
  api = await startTestApi({ limits: 'off' });
  user = await createUser(api);
});

afterAll(() => api.close());

function getToken(granted: readonly string[]): Promise<string> {
  const scope = granted.join(' ');
  const token = tokens.get(scope) ?? signInWithApp(api, user, scope).then((app) => app.token);
  tokens.set(scope, token);
  return token;
}

async function request({ method, path }: TestedRoute, granted: readonly string[]): Promise<number> {
  const url = `http://127.0.0.1:${api.port}/api${path.replaceAll(/\{\w+\}/g, newId())}`;
  const headers = { Authorization: `Bearer ${await getToken(granted)}` };
  const response = await fetch(url, { method, headers });
  await response.body?.cancel();
  return response.status;
}

/** Requests the route with all scopes that do not include its own, and with each one that does. */
async function findProblems(route: TestedRoute): Promise<string[]> {
  const { id, scope } = route;
  const isSufficient = (one: string) => scope !== undefined && includesScope([one], scope);
  const problems: string[] = [];
  const status = await request(
    route,
    scopes.filter((one) => !isSufficient(one)),
  );
  if (status !== 403) problems.push(`${id} without ${scope ?? 'a scope'}: ${status}`);
  for (const sufficient of scopes.filter(isSufficient)) {
    const accepted = await request(route, [sufficient]);
    if (accepted === 403 || accepted >= 500) problems.push(`${id} with ${sufficient}: ${accepted}`);
  }
  return problems;
}

it.each<[string, () => Promise<TestedRoute[]>, number]>([
  [
    'API',
    async () => (await listDeclaredRoutes()).filter(({ auth }) => auth === 'bearer'),
    // Routes without a scope accept no app.
    50,
  ],
  [
    'Mastodon API',
    () => Promise.resolve(listMastodonRoutes(api.services).filter(({ auth }) => auth !== 'none')),
    0,
  ],
])(
  'every route of the %s accepts only tokens that include its scope',
  async (_name, listRoutes, withoutScopeMin) => {
    const routes = await listRoutes();
    const problems: string[] = [];
    for (const route of routes) problems.push(...(await findProblems(route)));
    expect(problems).toEqual([]);
    const withScope = routes.filter(({ scope }) => scope !== undefined).length;
    expect(withScope).toBeGreaterThan(50);
    expect(routes.length - withScope).toBeGreaterThanOrEqual(withoutScopeMin);
  },
);
