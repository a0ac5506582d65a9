import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { post } from './people.ts';
import { waitUntilReady } from './project.ts';
import type { Project } from './project.ts';

/** Where Caddy keeps the certificate of the authority that it is itself for `localhost`. */
const authorityFile = '/data/caddy/pki/authorities/local/root.crt';
const authorityTimeoutMs = 20_000;

interface Addresses {
  http: string;
  https: string;
}

/** Waits until the site answers by https with a good certificate, and sees http lead there. */
export async function expectHttps(project: Project, { http, https }: Addresses): Promise<void> {
  const authority = await readAuthority(project);
  setDefaultCACertificates([...getCACertificates('default'), authority]);
  await waitUntilReady(https);
  const page = await fetch(https);
  assert.match(await page.text(), /<div id="root">/);
  const plain = await fetch(`${http}/feed`, { redirect: 'manual' });
  assert.equal(plain.status, 308);
  assert.equal(plain.headers.get('Location'), 'https://localhost/feed');
}

async function readAuthority(project: Project): Promise<string> {
  const deadline = Date.now() + authorityTimeoutMs;
  for (;;) {
    const found = await project.exec('caddy', 'cat', authorityFile).catch(() => '');
    if (found !== '') return found;
    assert(Date.now() < deadline, 'Caddy makes no certificate');
    await sleep(200);
  }
}

/**
 * What visitors claim about their address counts for nothing behind Caddy; of what a proxy says,
 * the last address counts, and not those that it was told itself.
 */
export async function expectOneTrustedHop(
  project: Project,
  { https }: Pick<Addresses, 'https'>,
): Promise<void> {
  const forged = await countLoginsLeft(https, '198.51.100.1');
  assert.equal(await countLoginsLeft(https, '198.51.100.2'), forged - 1);
  const first = await countLoginsLeft(project.url, '198.51.100.1, 203.0.113.5');
  assert.equal(await countLoginsLeft(project.url, '198.51.100.2, 203.0.113.5'), first - 1);
  assert.equal(await countLoginsLeft(project.url, '198.51.100.2, 203.0.113.6'), first);
}

/** How often the address that Skein sees may still try to sign in. */
async function countLoginsLeft(url: string, forwardedFor: string): Promise<number> {
  const stranger = { email: 'nobody@example.org', password: 'a wrong password' };
  const headers = { 'X-Forwarded-For': forwardedFor };
  const answer = await post(`${url}/api/auth/login`, stranger, undefined, headers);
  assert.equal(answer.status, 401);
  const [, left] = /^"logins";r=(\d+);/.exec(answer.headers.get('RateLimit') ?? '') ?? [];
  assert(left !== undefined, 'no figure of logins that are left');
  return Number(left);
}
