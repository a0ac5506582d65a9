// `npm test`: runs setup, all checks and all tests, and prints the totals as the last line.
import { findChromium } from './launcher/chromium.mjs';
import { install } from './launcher/install.mjs';
import { projectEnv } from './launcher/project.mjs';
import { planTasks, runTasks } from './launcher/turbo.mjs';
import { countCheck, countTests, failSkipped, sum, summaryLine } from './results/count.mjs';
import { failureLines, lastLines, listFailures } from './results/failures.mjs';
import { readLog, readReport, removeReports } from './results/reports.mjs';

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
const reporting = ['test', 'test:e2e'];

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
  removeReports(planTasks(reporting).map(({ directory }) => directory));
  const outcomes = await runTasks([...checks, 'test']);
  const journeys = await runJourneys();
  return [...outcomes.map(toResult), ...journeys];
}

/**
 * Runs the journeys after all other tests, because both need the whole machine.
 *
 * @returns {Promise<Result[]>}
 */
async function runJourneys() {
  const chromium = findChromium();
  if (!chromium) {
    console.log('No Chromium on the PATH or in CHROMIUM_PATH: the journeys are skipped.');
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
  const report = reporting.includes(task) ? readReport(directory) : undefined;
  const counts = reporting.includes(task) ? countTests(succeeded, report) : countCheck(succeeded);
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
