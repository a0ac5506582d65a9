// `npm test`: runs setup, all checks and all tests, and prints the totals as the last line.
// `npm test suites`, `processes` or `journeys` runs one part. CI runs them on a machine each.
import { findChromium } from './launcher/chromium.mjs';
import { install } from './launcher/install.mjs';
import { projectEnv } from './launcher/project.mjs';
import { cores, forgetRuns, planTasks, runTasks } from './launcher/turbo.mjs';
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
 * The parts and their tasks, the longest first: Turborepo starts the tasks of a package in this order.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const parts = {
  suites: ['test', 'test:long', ...checks],
  processes: ['test:process'],
  journeys: ['test:e2e'],
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
  forgetRuns();
  if (chosenParts.length === 1) return runPart(chosenParts[0] ?? '', cores + 1);
  // Both runs below need these results and would write them at the same time.
  await runTasks(['generate', 'build:library', 'build']);
  const [suites, servers] = await Promise.all([runPart('suites', cores + 1), runServers()]);
  return [...suites, ...servers];
}

/**
 * The suites that start servers often wait for them, so the other suites run beside them. Two of these
 * parts at once would delay each other.
 *
 * @returns {Promise<Result[]>}
 */
async function runServers() {
  const processes = await runPart('processes', 1);
  return [...processes, ...(await runPart('journeys', 1))];
}

/**
 * @param {string} name
 * @param {number} concurrency
 * @returns {Promise<Result[]>}
 */
async function runPart(name, concurrency) {
  if (!chosenParts.includes(name)) return [];
  const env = name === 'journeys' ? await findBrowser() : projectEnv();
  if (env === null) {
    console.log('No Chromium on the PATH, in CHROMIUM_PATH or on npm: the journeys are skipped.');
    return [{ counts: { passed: 0, failed: 0, skipped: 1 } }];
  }
  const outcomes = await runTasks(parts[name] ?? [], { env, concurrency });
  return outcomes.map(toResult);
}

/** @returns {Promise<NodeJS.ProcessEnv | null>} the environment of the journeys */
async function findBrowser() {
  const chromium = await findChromium();
  return chromium ? { ...projectEnv(), CHROMIUM_PATH: chromium } : null;
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
  // If no test failed, show the end of the output.
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
