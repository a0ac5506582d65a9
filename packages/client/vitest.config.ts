import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Far more than a slow machine needs; a test that hangs is what they end.
    testTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
