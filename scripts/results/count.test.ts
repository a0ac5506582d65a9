import { describe, expect, it } from 'vitest';
import { countCheck, countTests, failSkipped, sum, summaryLine } from './count.mjs';

function vitestReport(statuses: string[], { success = true, status = 'passed' } = {}) {
  const assertionResults = statuses.map((each) => ({ status: each }));
  return { success, testResults: [{ status, assertionResults }] };
}

function playwrightReport(stats: object, errors: string[] = []) {
  return { errors, stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats } };
}

describe('a Vitest report', () => {
  it('counts each test', () => {
    const report = vitestReport(['passed', 'passed', 'failed', 'skipped', 'todo'], {
      success: false,
      status: 'failed',
    });
    expect(countTests(false, report)).toEqual({ passed: 2, failed: 1, skipped: 2 });
  });

  it('counts a file that could not be loaded as one failure', () => {
    const report = vitestReport([], { success: false, status: 'failed' });
    expect(countTests(false, report)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('counts an error outside of every test as one failure', () => {
    const report = vitestReport(['passed'], { success: false });
    expect(countTests(true, report)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });
});

describe('a Playwright report', () => {
  it('uses the stats and counts a flaky journey as failed', () => {
    const report = playwrightReport({ expected: 5, unexpected: 1, flaky: 1, skipped: 2 });
    expect(countTests(false, report)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  it('counts an error before the first journey as one failure', () => {
    const report = playwrightReport({}, ['the server did not start']);
    expect(countTests(false, report)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('a test task', () => {
  it.each([
    ['leaves no report', undefined],
    ['leaves a report of another kind', { hello: 'world' }],
    ['runs no test', vitestReport([])],
  ])('fails when it %s', (_, report) => {
    expect(countTests(true, report)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('fails if the task failed although every test passed', () => {
    expect(countTests(false, vitestReport(['passed']))).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    });
  });
});

describe('the sum', () => {
  it('adds checks and tests', () => {
    const total = sum([
      countCheck(true),
      countCheck(false),
      countTests(true, vitestReport(['passed', 'skipped'])),
    ]);
    expect(summaryLine(total)).toBe('2 passed, 1 failed, 1 skipped');
  });

  it('counts skipped tests as failed in CI', () => {
    expect(failSkipped({ passed: 3, failed: 1, skipped: 2 })).toEqual({
      passed: 3,
      failed: 3,
      skipped: 0,
    });
  });

  it('is zero for an empty list', () => {
    expect(summaryLine(sum([]))).toBe('0 passed, 0 failed, 0 skipped');
  });
});
