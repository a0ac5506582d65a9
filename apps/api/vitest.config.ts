import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Long enough for slow machines; they only end tests that hang.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    globalSetup: ['@skein/db/testing/global-setup'],
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
