/**
 * Numbers of passed, failed and skipped tests.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 *
 * The used parts of Vitest's `json` report.
 * @typedef {{
 *   success: boolean,
 *   testResults: { status: string, assertionResults: { status: string }[] }[],
 * }} VitestReport
 *
 * The used parts of Playwright's `json` report.
 * @typedef {{
 *   errors: unknown[],
 *   stats: { expected: number, unexpected: number, flaky: number, skipped: number },
 * }} PlaywrightReport
 */

/**
 * @param {Partial<Counts>} counts
 * @returns {Counts}
 */
const only = (counts) => ({ passed: 0, failed: 0, skipped: 0, ...counts });

/** @param {readonly Counts[]} all */
export function sum(all) {
  const total = only({});
  for (const counts of all) {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  return total;
}

/**
 * A check counts as one test.
 *
 * @param {boolean} succeeded
 */
export function countCheck(succeeded) {
  return succeeded ? only({ passed: 1 }) : only({ failed: 1 });
}

/**
 * Counts the tests of a task. A task that failed, has no report or ran nothing counts as at least one
 * failure.
 *
 * @param {boolean} succeeded whether the task succeeded
 * @param {unknown} report its report, `undefined` if missing
 */
export function countTests(succeeded, report) {
  const counts = countReport(report);
  const ran = counts.passed + counts.failed + counts.skipped > 0;
  if (counts.failed === 0 && (!succeeded || !ran)) counts.failed = 1;
  return counts;
}

/**
 * Counts skipped tests as failed, for CI.
 *
 * @param {Counts} counts
 */
export function failSkipped({ passed, failed, skipped }) {
  return only({ passed, failed: failed + skipped });
}

/** @param {Counts} counts */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** @param {unknown} report */
function countReport(report) {
  if (typeof report !== 'object' || report === null) return only({});
  if ('testResults' in report) return countVitest(/** @type {VitestReport} */ (report));
  if ('stats' in report) return countPlaywright(/** @type {PlaywrightReport} */ (report));
  return only({});
}

/** @param {VitestReport} report */
function countVitest({ success, testResults }) {
  const counts = sum(testResults.map(countFile));
  // An error outside of tests, for example an unhandled rejection.
  if (!success && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** @param {VitestReport['testResults'][number]} file */
function countFile({ status, assertionResults }) {
  const countWith = (/** @type {string} */ statusName) =>
    assertionResults.filter((result) => result.status === statusName).length;
  const passed = countWith('passed');
  const failed = countWith('failed');
  // A file that fails to load has no tests.
  if (status === 'failed' && failed === 0) return only({ passed, failed: 1 });
  return { passed, failed, skipped: assertionResults.length - passed - failed };
}

/** @param {PlaywrightReport} report */
function countPlaywright({ errors, stats }) {
  // A flaky journey counts as failed.
  const failed = stats.unexpected + stats.flaky;
  return {
    passed: stats.expected,
    failed: failed === 0 && errors.length > 0 ? 1 : failed,
    skipped: stats.skipped,
  };
}
