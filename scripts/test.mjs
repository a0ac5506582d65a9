// `npm test`: every check and every test, on one set-up, with one line at the end that sums them up.
import { findChromium } from './launcher/chromium.mjs';
import { install } from './launcher/install.mjs';
import { projectEnv } from './launcher/project.mjs';
import { planTasks, runTasks } from './launcher/turbo.mjs';
import { countCheck, countTests, failSkipped, sum, summaryLine } from './results/count.mjs';
import { readReport, removeReports } from './results/reports.mjs';

const checks = [
  'check:format',
  'check:lint',
  'check:boundaries',
  'check:dead-code',
  'check:versions',
  'check:types',
  'check:budgets',
  'build',
];
const reporting = ['test', 'test:e2e'];

/**
 * @typedef {import('./launcher/turbo.mjs').TaskOutcome} TaskOutcome
 * @typedef {import('./results/count.mjs').Counts} Counts
 */

const counts = (await install()) ? await testEverything() : [countCheck(false)];
const total = process.env.CI ? failSkipped(sum(counts)) : sum(counts);
console.log(summaryLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;

/** @returns {Promise<Counts[]>} */
async function testEverything() {
  removeReports(planTasks(reporting).map(({ directory }) => directory));
  const outcomes = await runTasks([...checks, 'test']);
  const journeys = await runJourneys();
  return [...outcomes.map(count), ...journeys];
}

/**
 * The journeys through the built product run alone: they and the API's tests want a whole machine.
 *
 * @returns {Promise<Counts[]>}
 */
async function runJourneys() {
  const chromium = findChromium();
  if (!chromium) {
    console.log('No Chromium on the PATH or in CHROMIUM_PATH: the journeys are skipped.');
    return [{ passed: 0, failed: 0, skipped: 1 }];
  }
  const outcomes = await runTasks(['test:e2e'], { ...projectEnv(), CHROMIUM_PATH: chromium });
  return outcomes.map(count);
}

/** @param {TaskOutcome} outcome */
function count({ taskId, task, directory, succeeded }) {
  const counted = reporting.includes(task)
    ? countTests(succeeded, readReport(directory))
    : countCheck(succeeded);
  if (counted.failed > 0) console.log(`Failed: ${taskId}`);
  return counted;
}
