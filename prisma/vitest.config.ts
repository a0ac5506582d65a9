import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './testing/memory-files.ts';

keepTemporaryFilesInMemory();

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    globalSetup: ['testing/global-setup.ts'],
    // Loading Prisma takes longer than many files: they share one process. Each has its own database.
    isolate: false,
    // Generous for slow machines; only ends tests that hang.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', ['json', { outputFile: 'reports/vitest.json' }]],
  },
});
