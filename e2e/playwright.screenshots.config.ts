import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** The pictures of docs/screenshots, taken in the demo community: `pnpm screenshots`. */
export default defineConfig({
  ...journeys,
  testDir: 'screenshots',
  globalSetup: './support/demo-server.ts',
  outputDir: 'reports/screenshots',
  workers: 1,
  reporter: [['list']],
});
