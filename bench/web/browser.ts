import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Account } from '../streams/accounts.ts';

export interface Session extends Account {
  /** The user of the login response. */
  user: unknown;
}

export interface TestBrowser extends AsyncDisposable {
  context: BrowserContext;
  /** Port of the DevTools protocol, for tools that connect to the browser. */
  devtoolsPort: number;
}

interface BrowserOptions {
  viewport: { width: number; height: number };
  deviceScaleFactor?: number;
  isMobile?: boolean;
  colorScheme?: 'light' | 'dark';
}

// Lighthouse's mobile profile: slow 4G, and a processor four times slower than this one.
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const cpuSlowdown = 4;

/** A new browser with an empty profile, signed in if there is a session. */
export async function openBrowser(
  origin: string,
  session: Session | null,
  { devtoolsPort = 0, ...options }: BrowserOptions & { devtoolsPort?: number },
): Promise<TestBrowser> {
  const profile = mkdtempSync(path.join(tmpdir(), 'skein-bench-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--remote-debugging-port=${devtoolsPort}`,
    ],
    ...options,
  });
  if (session) await signIn(context, origin, session);
  return {
    context,
    devtoolsPort,
    async [Symbol.asyncDispose]() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Uses a page that loads no file of the app, so that the next visit is a first visit. */
async function signIn(context: BrowserContext, origin: string, { token, user }: Session) {
  const page = await context.newPage();
  await page.goto(`${origin}/api/health`);
  await page.evaluate(
    async (session) => {
      localStorage.setItem('access_token', session.token);
      localStorage.setItem('user', JSON.stringify(session.user));
      // Signing in also sets the cookie of the event stream.
      const headers = { Authorization: `Bearer ${session.token}` };
      const response = await fetch('/api/auth/session', { method: 'POST', headers });
      if (!response.ok) throw new Error(`Signing in failed: ${response.status}`);
    },
    { token, user },
  );
  await page.close();
}

/** Throttles network and processor to those of a slow phone. */
export async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow4g);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}
