import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Visits of the server at `SKEIN_URL`, run by `pnpm test:container`. */
const { globalSetup: _none, use, ...settings } = journeys;

export default defineConfig({
  ...settings,
  // The browser does not trust Caddy's certificate for localhost; the script verifies it.
  use: { ...use, ignoreHTTPSErrors: true, trace: 'retain-on-failure' },
  // A visit changes what the next one finds.
  retries: 0,
  testDir: 'visits',
  outputDir: 'reports/container',
  workers: 1,
  reporter: [['line']],
});
