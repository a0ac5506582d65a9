import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['@skein/db/testing/global-setup'],
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
