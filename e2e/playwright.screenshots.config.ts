import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Takes the screenshots of docs/screenshots with demo data (`pnpm screenshots`). */
export default defineConfig({
  ...journeys,
  testDir: 'screenshots',
  globalSetup: './support/demo-server.ts',
  outputDir: 'reports/screenshots',
  workers: 1,
  retries: 0,
  reporter: [['list']],
});
