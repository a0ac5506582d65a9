import path from 'node:path';
import { findChromium } from '../launcher/chromium.mjs';
import { rootDir } from '../launcher/project.mjs';
import type { Project } from './project.ts';
import { run } from './run.ts';

/** The user of e2e/visits. */
const visitor = { email: 'ada@example.org', password: 'analytical engine' };

/** Runs one of e2e/visits in Chromium. */
export async function visit(
  { url }: Pick<Project, 'url'>,
  name: 'first' | 'return',
): Promise<void> {
  const chromium = await findChromium();
  if (chromium === undefined)
    throw new Error('No Chromium on the PATH, in CHROMIUM_PATH or on npm.');
  const cwd = path.join(rootDir, 'e2e');
  const playwright = path.join(cwd, 'node_modules/.bin/playwright');
  const env = { ...process.env, CHROMIUM_PATH: chromium, SKEIN_URL: url };
  await run([playwright, 'test', '--config', 'playwright.container.config.ts', name], { cwd, env });
}

/** The visitor's access token. */
export async function signIn({ url }: Project): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(visitor),
  });
  const body: unknown = await response.json();
  if (typeof body === 'object' && body !== null && 'token' in body) {
    if (typeof body.token === 'string') return body.token;
  }
  throw new Error(`Signing in failed with ${response.status}.`);
}
