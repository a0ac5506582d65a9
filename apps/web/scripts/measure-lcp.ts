/**
 * Measures the largest contentful paint and the layout shift of a first visit on a slow phone:
 * 1.6 Mbit/s, 150 ms to every answer, a processor four times slower, nothing cached. Against a
 * running server, best one with the demo:
 * `pnpm --filter @skein/web measure:lcp http://127.0.0.1:4000 5`
 */
import { randomBytes } from 'node:crypto';
import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';

interface Session {
  token: string;
  user: unknown;
}

interface Visit {
  lcpMs: number;
  element: string;
  cls: number;
}

// Of the Layout Instability API, which TypeScript's DOM does not know.
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

const [address = 'http://127.0.0.1:4000', runs = '3'] = process.argv.slice(2);
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const cpuSlowdown = 4;
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
// Later pictures and late parts have come by then, and what moved has moved.
const settleMs = 1500;

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const session = await register();
console.table([await measure('/login', null), await measure('/feed', session)]);
await browser.close();

async function measure(path: string, visitor: Session | null) {
  const visits: Visit[] = [];
  for (let run = 0; run < Number(runs); run += 1) visits.push(await visit(browser, path, visitor));
  visits.sort((a, b) => a.lcpMs - b.lcpMs);
  const median = visits.at(Math.floor(visits.length / 2));
  return {
    path,
    'LCP ms': median?.lcpMs,
    all: visits.map(({ lcpMs }) => lcpMs).join(' '),
    'of what': median?.element,
    'CLS, worst': Math.max(...visits.map(({ cls }) => cls)),
  };
}

async function visit(from: Browser, path: string, visitor: Session | null): Promise<Visit> {
  const context = await from.newContext({
    ...phone,
    storageState: {
      cookies: [],
      origins: visitor ? [{ origin: address, ...stored(visitor) }] : [],
    },
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow4g);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.goto(`${address}${path}`, { waitUntil: 'networkidle' });
  await page.waitForTimeout(settleMs);
  const result = await readPaints(page);
  await context.close();
  return result;
}

function stored({ token, user }: Session) {
  return {
    localStorage: [
      { name: 'access_token', value: token },
      { name: 'user', value: JSON.stringify(user) },
    ],
  };
}

function readPaints(page: Page): Promise<Visit> {
  return page.evaluate(async () => {
    const list = async (type: string): Promise<PerformanceEntry[]> => {
      const entries: PerformanceEntry[] = [];
      const observer = new PerformanceObserver((news) => entries.push(...news.getEntries()));
      observer.observe({ type, buffered: true });
      await new Promise((resolve) => setTimeout(resolve, 300));
      return entries;
    };
    // The types of entries are named by what was asked for.
    const paints = (await list('largest-contentful-paint')) as LargestContentfulPaint[];
    const shifts = (await list('layout-shift')) as LayoutShift[];
    const largest = paints.at(-1);
    const moved = shifts.filter((shift) => !shift.hadRecentInput);
    return {
      lcpMs: Math.round(largest?.startTime ?? Number.NaN),
      element: `${largest?.element?.tagName ?? '?'} ${largest?.element?.textContent ?? ''}`.slice(
        0,
        40,
      ),
      cls: Number(moved.reduce((sum, { value }) => sum + value, 0).toFixed(4)),
    };
  });
}

/** Somebody new, to whom the feed shows what all see. */
async function register(): Promise<Session> {
  const password = randomBytes(12).toString('hex');
  const answer = await fetch(`${address}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      firstName: 'Slow',
      lastName: 'Phone',
      email: `slow.${randomBytes(5).toString('hex')}@example.org`,
      password,
      confirmPassword: password,
    }),
  });
  if (!answer.ok) throw new Error(`Nobody could be registered: ${await answer.text()}`);
  // The contract's answer, of which a visit needs the token and the user.
  return (await answer.json()) as Session;
}
