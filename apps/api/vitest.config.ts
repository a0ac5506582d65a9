import { keepTemporaryFilesInMemory } from '@skein/db/testing/memory-files';
import { defineConfig } from 'vitest/config';

/** Suites that start or kill processes, limit resources of the process, or measure memory. */
const processSuites = [
  'test/{cli,process}/**/*.test.ts',
  'test/reliability/{r2,r4,r5,r7,r8}-*.test.ts',
  'test/reliability/r13-{connections,requests}.test.ts',
  'test/docs/{api-docs-page,haproxy-upgrade,nginx,nginx-upgrade}.test.ts',
  'test/realtime/{several-servers,slow-clients,stream-leaks}.test.ts',
  'test/**/killed-*.test.ts',
];

/** With large data sets, many repetitions or every combination. */
const longSuites = [
  'test/**/{*plans,*races,*large-*,long-*,feed-oracle,demo,private-account,scopes,fuzz}.test.ts',
  'test/reliability/**/*.test.ts',
];

/** Take many minutes, and need programs that CI does not have: only `npm run test:soak` runs them. */
const soakSuites = process.env['FAILOVER_ROUNDS'] === undefined ? ['**/r5-failover.test.ts'] : [];

// Loading the server takes longer than most files: they share one process. Each has its own instance.
const isolate = false;

keepTemporaryFilesInMemory();

/** Drive a server with programs of others. Run by `npm run test:soak`. */
const programSuites = ['test/programs/**/*.test.ts'];

export default defineConfig({
  test: {
    // Long enough for slow machines; they only end tests that hang.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    globalSetup: ['@skein/db/testing/global-setup'],
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/vitest.json' },
    projects: [
      {
        extends: true,
        test: {
          name: 'api',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...processSuites, ...longSuites, ...programSuites],
          isolate,
        },
      },
      {
        extends: true,
        test: { name: 'long', include: longSuites, exclude: processSuites, isolate },
      },
      {
        extends: true,
        test: { name: 'process', include: processSuites, exclude: soakSuites, isolate },
      },
      {
        extends: true,
        test: { name: 'programs', include: programSuites },
      },
    ],
  },
});
