import { defineConfig } from '@playwright/test';

const isCi = process.env['CI'] !== undefined;

/** Debian's Chromium without a user interface. Set CHROMIUM_PATH for another browser. */
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell';

// Root in a container needs --no-sandbox; the other flags disable background requests to Google.
const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A generated sound instead of a microphone, which pages may use without asking.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './support/server.ts',
  outputDir: 'reports/artifacts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: isCi,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Recording a trace takes two fifths of the CPU time, so only the repetition of a failed journey has one. A journey
  // that passes then still fails the run.
  retries: 1,
  failOnFlakyTests: true,
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args: launchArgs },
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Playwright cannot intercept requests that a service worker handles.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
