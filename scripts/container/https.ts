import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { post } from './users.ts';
import { waitUntilReady } from './project.ts';
import type { Project } from './project.ts';

/** Path of the certificate of Caddy's local certificate authority. */
const authorityFile = '/data/caddy/pki/authorities/local/root.crt';
const authorityTimeoutMs = 20_000;

interface Addresses {
  http: string;
  https: string;
}

/** Waits until HTTPS works with a valid certificate, and checks the redirect from HTTP. */
export async function expectHttps(project: Project, { http, https }: Addresses): Promise<void> {
  const authority = await readAuthority(project);
  setDefaultCACertificates([...getCACertificates('default'), authority]);
  await waitUntilReady(https);
  const page = await fetch(https);
  assert.match(await page.text(), /<div id="root">/);
  const redirect = await fetch(`${http}/feed`, { redirect: 'manual' });
  assert.equal(redirect.status, 308);
  assert.equal(redirect.headers.get('Location'), 'https://localhost/feed');
}

async function readAuthority(project: Project): Promise<string> {
  const deadline = Date.now() + authorityTimeoutMs;
  for (;;) {
    const found = await project.exec('caddy', 'cat', authorityFile).catch(() => '');
    if (found !== '') return found;
    assert(Date.now() < deadline, 'Caddy has created no certificate');
    await sleep(200);
  }
}

/**
 * Behind Caddy, Skein ignores addresses that clients claim: it uses the last address that a trusted
 * proxy adds.
 */
export async function expectOneTrustedHop(
  project: Project,
  { https }: Pick<Addresses, 'https'>,
): Promise<void> {
  const forged = await countRemainingLogins(https, '198.51.100.1');
  assert.equal(await countRemainingLogins(https, '198.51.100.2'), forged - 1);
  const first = await countRemainingLogins(project.url, '198.51.100.1, 203.0.113.5');
  assert.equal(await countRemainingLogins(project.url, '198.51.100.2, 203.0.113.5'), first - 1);
  assert.equal(await countRemainingLogins(project.url, '198.51.100.2, 203.0.113.6'), first);
}

/** Remaining sign-in attempts of the address that Skein sees. */
async function countRemainingLogins(url: string, forwardedFor: string): Promise<number> {
  const credentials = { email: 'nobody@example.org', password: 'a wrong password' };
  const headers = { 'X-Forwarded-For': forwardedFor };
  const response = await post(`${url}/api/auth/login`, credentials, undefined, headers);
  assert.equal(response.status, 401);
  const [, remaining] = /^"logins";r=(\d+);/.exec(response.headers.get('RateLimit') ?? '') ?? [];
  assert(remaining !== undefined, 'The response has no RateLimit header for logins.');
  return Number(remaining);
}
