/**
 * How many tests passed, failed and were left out.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 *
 * The parts of Vitest's `json` report that are counted.
 * @typedef {{
 *   success: boolean,
 *   testResults: { status: string, assertionResults: { status: string }[] }[],
 * }} VitestReport
 *
 * The parts of Playwright's `json` report that are counted.
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
 * A check is one test: it holds or it does not.
 *
 * @param {boolean} succeeded
 */
export function countCheck(succeeded) {
  return succeeded ? only({ passed: 1 }) : only({ failed: 1 });
}

/**
 * Counts the tests of one test task. A task that failed, left no report or ran nothing is at least
 * one failure, whatever its report says.
 *
 * @param {boolean} succeeded whether the task ended well
 * @param {unknown} report what it left behind, `undefined` if nothing
 */
export function countTests(succeeded, report) {
  const counts = countReport(report);
  const ran = counts.passed + counts.failed + counts.skipped > 0;
  if (counts.failed === 0 && (!succeeded || !ran)) counts.failed = 1;
  return counts;
}

/**
 * Where nothing may be missing, a test left out is a test failed.
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
  // An error outside of every test, such as a rejection that nobody handled.
  if (!success && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** @param {VitestReport['testResults'][number]} file */
function countFile({ status, assertionResults }) {
  const of = (/** @type {string} */ wanted) =>
    assertionResults.filter((result) => result.status === wanted).length;
  const passed = of('passed');
  const failed = of('failed');
  // A file that could not be loaded fails without a single test.
  if (status === 'failed' && failed === 0) return only({ passed, failed: 1 });
  return { passed, failed, skipped: assertionResults.length - passed - failed };
}

/** @param {PlaywrightReport} report */
function countPlaywright({ errors, stats }) {
  // A journey that needs a second try does not hold.
  const failed = stats.unexpected + stats.flaky;
  return {
    passed: stats.expected,
    failed: failed === 0 && errors.length > 0 ? 1 : failed,
    skipped: stats.skipped,
  };
}
