import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Visits to a server that is already there, at `SKEIN_URL`: `pnpm test:container` makes them. */
const { globalSetup: _none, ...settings } = journeys;

export default defineConfig({
  ...settings,
  testDir: 'visits',
  outputDir: 'reports/container',
  workers: 1,
  reporter: [['line']],
});
