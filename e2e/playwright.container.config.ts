import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Visits to a server that is already there, at `SKEIN_URL`: `pnpm test:container` makes them. */
const { globalSetup: _none, use, ...settings } = journeys;

export default defineConfig({
  ...settings,
  // Behind Caddy, whose certificate for localhost the browser does not know; the script checks it.
  use: { ...use, ignoreHTTPSErrors: true },
  testDir: 'visits',
  outputDir: 'reports/container',
  workers: 1,
  reporter: [['line']],
});
