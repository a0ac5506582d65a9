import { keepTemporaryFilesInMemory } from '@skein/db/testing/memory-files';
import { defineConfig } from 'vitest/config';

/** Suites that measure the memory or the response times of a server. */
const measuringSuites = [
  'test/reliability/r5-overload.test.ts',
  'test/reliability/r8-memory.test.ts',
  'test/reliability/r13-{connections,requests}.test.ts',
  'test/realtime/{slow-clients,stream-leaks}.test.ts',
];

/** Suites that start or kill processes, or limit resources of the process. */
const processSuites = [
  'test/{cli,process}/**/*.test.ts',
  'test/reliability/{r2,r4,r5,r7,r8}-*.test.ts',
  'test/docs/{api-docs-page,haproxy-upgrade,nginx,nginx-upgrade}.test.ts',
  'test/realtime/several-servers.test.ts',
  'test/**/killed-*.test.ts',
];

/** With large data sets, many repetitions or every combination. */
const longSuites = [
  'test/**/{*plans,*races,*large-*,long-*,feed-oracle,demo,private-account,scopes,fuzz}.test.ts',
  'test/reliability/**/*.test.ts',
];

const isSoak = process.env['FAILOVER_ROUNDS'] !== undefined;

/** Take many minutes, and need programs that CI does not have: only `npm run test:soak` runs them. */
const soakSuites = isSoak ? [] : ['**/r5-failover.test.ts'];

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
          exclude: [...measuringSuites, ...processSuites, ...longSuites, ...programSuites],
          isolate,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: longSuites,
          exclude: [...measuringSuites, ...processSuites],
          isolate,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: processSuites,
          exclude: [...measuringSuites, ...soakSuites],
          // They wait half of the time. The soak test has strict time limits.
          maxWorkers: isSoak ? 1 : 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        // Groups run one after the other, so nothing else of this package delays the servers.
        test: { name: 'measuring', include: measuringSuites, sequence: { groupOrder: 2 } },
      },
      {
        extends: true,
        test: { name: 'programs', include: programSuites },
      },
    ],
  },
});
