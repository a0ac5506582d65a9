import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { rootDir } from '../launcher/project.mjs';

/**
 * A failed test, or a file that failed to load.
 *
 * @typedef {{ name: string, message: string }} Failure
 *
 * The parts of Vitest's `json` report about failures.
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 *
 * The parts of Playwright's `json` report about failures.
 * @typedef {{ message?: string }} PlaywrightError
 * @typedef {{ status: string, results: { error?: PlaywrightError }[] }} PlaywrightTest
 * @typedef {{ title: string, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ title: string, specs: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

const linesMax = 40;
const tailLines = 30;

/**
 * @param {unknown} report report of a test task, `undefined` if missing
 * @returns {Failure[]} failed tests with messages
 */
export function listFailures(report) {
  if (typeof report !== 'object' || report === null) return [];
  if ('testResults' in report) {
    return /** @type {VitestFile[]} */ (report.testResults).flatMap(failuresOfFile);
  }
  if (!('suites' in report && 'errors' in report)) return [];
  return [
    .../** @type {PlaywrightError[]} */ (report.errors).map((error) => failure([], error.message)),
    .../** @type {PlaywrightSuite[]} */ (report.suites).flatMap((suite) => failuresOfSuite(suite)),
  ];
}

/**
 * @param {readonly Failure[]} failures
 * @returns {string[]} one line per failure, up to a limit
 */
export function failureLines(failures) {
  const lines = failures
    .slice(0, linesMax)
    .map(({ name, message }) => [name, message].filter(Boolean).join(': '));
  if (failures.length > linesMax) lines.push(`and ${failures.length - linesMax} more`);
  return lines;
}

/**
 * @param {string} output of a task that left no report
 * @returns {string[]} the last lines
 */
export function lastLines(output) {
  return stripVTControlCharacters(output).trimEnd().split('\n').slice(-tailLines);
}

/**
 * @param {VitestFile} file
 * @returns {Failure[]}
 */
function failuresOfFile({ name, status, message, assertionResults }) {
  const file = relative(rootDir, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  // A file that fails to load has no tests.
  if (status === 'failed' && failed.length === 0) return [failure([file], message)];
  return failed.map((test) => failure([file, test.fullName], test.failureMessages?.[0]));
}

/**
 * @param {PlaywrightSuite} suite
 * @param {readonly string[]} [above] titles of the suites it is in, the file's first
 * @returns {Failure[]}
 */
function failuresOfSuite({ title, specs, suites = [] }, above = []) {
  const path = [...above, title];
  return [
    ...specs.flatMap((spec) => failuresOfSpec(spec, path)),
    ...suites.flatMap((suite) => failuresOfSuite(suite, path)),
  ];
}

/**
 * @param {PlaywrightSpec} spec
 * @param {readonly string[]} path
 */
function failuresOfSpec({ title, tests }, path) {
  return tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ results }) => {
      const error = results.map((result) => result.error).find((each) => each !== undefined);
      return failure([...path, title], error?.message);
    });
}

/**
 * @param {readonly string[]} path
 * @param {string} [message]
 * @returns {Failure}
 */
function failure(path, message = '') {
  const [firstLine = ''] = stripVTControlCharacters(message).trim().split('\n');
  return { name: path.join(' > '), message: firstLine };
}
