import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import { copyWebPage } from '../support/http/web-page.ts';
import {
  listAdministrationReads,
  listAdministrationWrites,
} from '../visibility/administration-requests.ts';
import { createPrivateAccount } from '../visibility/private-account.ts';
import type { Target } from '../visibility/private-account.ts';
import type { Row, TestRequest } from '../visibility/request-row.ts';
import { listReads, listWrites } from '../visibility/request-table.ts';

let api: TestApi;
let site: Awaited<ReturnType<typeof copyWebPage>>;
let target: Target;
let publicThreadId: string;

beforeAll(async () => {
  site = await copyWebPage();
  // Each account has its own address, as the number of requests of one address is limited.
  api = await startTestApi({ settings: { siteDirectory: site.directory, trustedProxies: 1 } });
  const scenario = await createPrivateAccount(api);
  ({ target, publicThreadId } = scenario);
  // New accounts may use everything of a public account.
  const where = { id: scenario.owner.id };
  await api.database.user.update({ where, data: { isPrivate: false } });
});

afterAll(async () => {
  await api.close();
  await site.remove();
});

let accountsCount = 0;

interface Account {
  headers: Record<string, string>;
}

/** Creates an account that uses an address of its own. */
async function createAccount(role: 'member' | 'owner'): Promise<Account> {
  const { id, auth } = await createUser(api);
  await api.database.user.update({ where: { id }, data: { role } });
  accountsCount += 1;
  const address = `10.0.${Math.floor(accountsCount / 250)}.${(accountsCount % 250) + 1}`;
  return { headers: { ...auth, 'X-Forwarded-For': address } };
}

/** Sends a request and returns its status. */
async function send({ method, path, body, isPage }: TestRequest, { headers }: Account) {
  const abort = new AbortController();
  const response = await fetch(
    `http://127.0.0.1:${api.port}${isPage === true ? '' : '/api'}${path}`,
    {
      method,
      signal: abort.signal,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    },
  );
  // Event streams do not end.
  abort.abort();
  return response.status;
}

/** The requests whose status is 429, or 500 and above. */
async function findProblems(rows: Record<string, Row>, role: 'member' | 'owner') {
  const problems: string[] = [];
  let account = await createAccount(role);
  for (const [id, { requests }] of Object.entries(rows)) {
    for (const request of requests) {
      let status = await send(request, account);
      // The account has sent too many requests, or one before has ended its session.
      if (status === 429 || status === 401) {
        account = await createAccount(role);
        status = await send(request, account);
      }
      if (status === 429 || status >= 500) problems.push(`${id}: ${status}`);
    }
  }
  return problems;
}

it('accepts the first request of a new account to every route', async () => {
  expect(await findProblems(listReads(target, publicThreadId), 'member')).toEqual([]);
  expect(await findProblems(listWrites(target), 'member')).toEqual([]);
}, 300_000);

it('accepts the first request of a new owner to every route of the administration', async () => {
  expect(await findProblems(listAdministrationReads(target), 'owner')).toEqual([]);
  expect(await findProblems(listAdministrationWrites(target), 'owner')).toEqual([]);
});
