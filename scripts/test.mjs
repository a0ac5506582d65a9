// `npm test`: runs setup, all checks and all tests, and prints the totals as the last line.
// `npm test suites`, `processes` or `journeys` runs one part. CI runs them on a machine each.
import { findChromium } from './launcher/chromium.mjs';
import { install } from './launcher/install.mjs';
import { projectEnv } from './launcher/project.mjs';
import { planTasks, runTasks } from './launcher/turbo.mjs';
import { countCheck, countTests, failSkipped, sum, summaryLine } from './results/count.mjs';
import { failureLines, lastLines, listFailures } from './results/failures.mjs';
import { readLog, readReport, removeReports, reportingTasks } from './results/reports.mjs';

const checks = [
  'check:format',
  'check:lint',
  'check:boundaries',
  'check:dead-code',
  'check:versions',
  'check:dependencies',
  'check:types',
  'build',
];
/**
 * The parts and their tasks, the longest first: Turborepo starts the tasks of a package in this order. The
 * journeys run after all others: both need the whole machine.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const parts = {
  processes: ['test:process'],
  suites: ['test', 'test:long', ...checks],
  journeys: [],
};
const args = process.argv.slice(2);
const chosenParts = args.length > 0 ? args : Object.keys(parts);
const unknownParts = chosenParts.filter((name) => !Object.hasOwn(parts, name));
if (unknownParts.length > 0) {
  console.error(`Unknown part of the tests: ${unknownParts.join(', ')}`);
  process.exit(2);
}

/**
 * @typedef {import('./launcher/turbo.mjs').TaskOutcome} TaskOutcome
 * @typedef {import('./results/count.mjs').Counts} Counts
 * @typedef {import('./results/failures.mjs').Failure} Failure
 * @typedef {{ counts: Counts, failedTask?: string, failures?: Failure[], output?: string[] }} Result
 */

const results = (await install()) ? await testEverything() : [{ counts: countCheck(false) }];
const summed = sum(results.map(({ counts }) => counts));
const total = process.env.CI ? failSkipped(summed) : summed;
printFailures(results);
console.log(summaryLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;

/** @returns {Promise<Result[]>} */
async function testEverything() {
  removeReports(planTasks(reportingTasks).map(({ directory }) => directory));
  const tasks = chosenParts.flatMap((name) => parts[name] ?? []);
  const outcomes = tasks.length > 0 ? await runTasks(tasks) : [];
  const journeys = chosenParts.includes('journeys') ? await runJourneys() : [];
  return [...outcomes.map(toResult), ...journeys];
}

/** @returns {Promise<Result[]>} */
async function runJourneys() {
  const chromium = await findChromium();
  if (!chromium) {
    console.log('No Chromium on the PATH, in CHROMIUM_PATH or on npm: the journeys are skipped.');
    return [{ counts: { passed: 0, failed: 0, skipped: 1 } }];
  }
  const outcomes = await runTasks(['test:e2e'], { ...projectEnv(), CHROMIUM_PATH: chromium });
  return outcomes.map(toResult);
}

/**
 * @param {TaskOutcome} outcome
 * @returns {Result}
 */
function toResult({ taskId, task, directory, succeeded, logFile }) {
  const isReporting = reportingTasks.includes(task);
  const report = isReporting ? readReport(directory, task) : undefined;
  const counts = isReporting ? countTests(succeeded, report) : countCheck(succeeded);
  if (counts.failed === 0) return { counts };
  const failures = listFailures(report);
  // Without failed tests, show the end of the output.
  const output = failures.length === 0 ? lastLines(readLog(logFile)) : [];
  return { counts, failedTask: taskId, failures, output };
}

/**
 * Prints failures at the end, where they are visible.
 *
 * @param {readonly Result[]} all
 */
function printFailures(all) {
  for (const { output = [] } of all) for (const line of output) console.log(line);
  for (const { failedTask } of all) if (failedTask) console.log(`Failed: ${failedTask}`);
  for (const line of failureLines(all.flatMap(({ failures = [] }) => failures))) console.log(line);
}
