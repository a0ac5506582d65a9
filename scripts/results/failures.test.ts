import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rootDir } from '../launcher/project.mjs';
import { failureLines, lastLines, listFailures } from './failures.mjs';

describe('a Vitest report', () => {
  it('lists failed tests with file, name and first line of the message', () => {
    const assertionResults = [
      { fullName: 'feed shows', status: 'passed', failureMessages: [] },
      {
        fullName: 'feed goes on',
        status: 'failed',
        failureMessages: ['\u001B[31mAssertionError\u001B[39m: 3 is not 2\n    at feed.test.ts:7'],
      },
      { fullName: 'feed ends', status: 'failed' },
    ];
    const testResults = [
      { name: join(rootDir, 'web/feed.test.ts'), status: 'failed', assertionResults },
    ];
    expect(failureLines(listFailures({ success: false, testResults }))).toEqual([
      'web/feed.test.ts > feed goes on: AssertionError: 3 is not 2',
      'web/feed.test.ts > feed ends',
    ]);
  });

  it('lists files that failed to load', () => {
    const file = {
      name: join(rootDir, 'web/feed.test.ts'),
      status: 'failed',
      message: 'No such module\nat …',
      assertionResults: [],
    };
    expect(failureLines(listFailures({ success: false, testResults: [file] }))).toEqual([
      'web/feed.test.ts: No such module',
    ]);
  });
});

describe('a Playwright report', () => {
  const spec = (title: string, status: string, errors: (string | undefined)[]) => ({
    title,
    tests: [{ status, results: errors.map((message) => (message ? { error: { message } } : {})) }],
  });

  it('lists failed and flaky journeys at any depth', () => {
    const suites = [
      {
        title: 'feed.spec.ts',
        specs: [spec('opens', 'expected', [undefined])],
        suites: [
          {
            title: 'on phones',
            specs: [
              spec('scrolls', 'unexpected', ['Error: too short\n  at …']),
              spec('turns', 'flaky', ['Error: not yet', undefined]),
            ],
          },
        ],
      },
    ];
    expect(failureLines(listFailures({ errors: [], suites }))).toEqual([
      'feed.spec.ts > on phones > scrolls: Error: too short',
      'feed.spec.ts > on phones > turns: Error: not yet',
    ]);
  });

  it('lists errors before the first journey', () => {
    const report = { errors: [{ message: 'The server did not start\n…' }], suites: [] };
    expect(listFailures(report)).toEqual([{ name: '', message: 'The server did not start' }]);
  });
});

it.each([undefined, null, 'text', { hello: 'world' }])(
  'a report that is %j has no failures',
  (report) => {
    expect(listFailures(report)).toEqual([]);
  },
);

it('lists at most forty failures and the number of others', () => {
  const lines = failureLines(
    Array.from({ length: 43 }, (_, index) => ({ name: `test ${index}`, message: '' })),
  );
  expect(lines).toHaveLength(41);
  expect(lines.slice(-2)).toEqual(['test 39', 'and 3 more']);
});

it('returns the last thirty lines of an output', () => {
  const output = Array.from({ length: 50 }, (_, index) => `\u001B[2mline ${index}\u001B[22m`);
  const shown = lastLines(`${output.join('\n')}\n\n`);
  expect(shown).toHaveLength(30);
  expect(shown.at(-1)).toBe('line 49');
});
