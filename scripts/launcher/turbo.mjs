import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { nodePath, projectEnv, rootDir } from './project.mjs';
import { run } from './run.mjs';

const turboPath = join(rootDir, 'node_modules/turbo/bin/turbo');
const summaryDir = join(rootDir, '.turbo/runs');
/** A plan lists every input file of every task. */
const maxPlanBytes = 256 * 1024 * 1024;
const noCommand = '<NONEXISTENT>';
/** One more than cores, because suites that start processes often wait. */
const concurrency = availableParallelism() + 1;
const runFlags = [
  '--continue',
  `--concurrency=${concurrency}`,
  '--summarize',
  '--output-logs=new-only',
];

/**
 * @typedef {{
 *   taskId: string,
 *   task: string,
 *   directory: string,
 *   command: string,
 *   logFile: string,
 * }} PlannedTask
 * @typedef {{ taskId: string, execution?: { exitCode?: number } }} FinishedTask
 *
 * `logFile`, relative to the checkout, contains the output if the task ran.
 * @typedef {Pick<PlannedTask, 'taskId' | 'task' | 'directory'>
 *   & { succeeded: boolean, logFile?: string }} TaskOutcome
 */

/**
 * @param {readonly string[]} tasks
 * @param {...string} flags
 * @returns {[command: string, args: string[]]} the command that runs tasks with the project's Node.js
 */
export function turboRun(tasks, ...flags) {
  return [nodePath, [turboPath, 'run', ...tasks, ...flags]];
}

/**
 * @param {readonly string[]} tasks
 * @returns {PlannedTask[]} the tasks to run in the workspace packages
 */
export function planTasks(tasks) {
  const [command, args] = turboRun(tasks, '--dry=json');
  const options = { cwd: rootDir, env: projectEnv(), maxBuffer: maxPlanBytes };
  const stdout = execFileSync(command, args, { ...options, encoding: 'utf8' });
  const plan = /** @type {{ tasks: PlannedTask[] }} */ (JSON.parse(stdout));
  return plan.tasks.filter((task) => tasks.includes(task.task) && task.command !== noCommand);
}

/**
 * Runs all tasks even if some fail, and returns the outcome of each. A task that did not run, because a
 * dependency failed or no package has it, has not succeeded.
 *
 * @param {readonly string[]} tasks names as in turbo.json
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<TaskOutcome[]>}
 */
export async function runTasks(tasks, env = projectEnv()) {
  const planned = planTasks(tasks);
  const unknown = tasks.filter((name) => planned.every(({ task }) => task !== name));
  rmSync(summaryDir, { recursive: true, force: true });
  await run(...turboRun(tasks, ...runFlags), { env });
  const exitCodes = readExitCodes();
  return [
    ...planned.map(({ taskId, task, directory, logFile }) => ({
      taskId,
      task,
      directory,
      succeeded: exitCodes.get(taskId) === 0,
      // The log of a task that did not run is from an earlier run.
      ...(exitCodes.has(taskId) && { logFile }),
    })),
    ...unknown.map((task) => ({ taskId: task, task, directory: '', succeeded: false })),
  ];
}

/** @returns {Map<string, number | undefined>} exit codes of tasks that ran or came from the cache */
function readExitCodes() {
  const [name] = existsSync(summaryDir) ? readdirSync(summaryDir) : [];
  if (!name) return new Map();
  const { tasks } = /** @type {{ tasks: FinishedTask[] }} */ (
    JSON.parse(readFileSync(join(summaryDir, name), 'utf8'))
  );
  const ran = tasks.filter(({ execution }) => execution !== undefined);
  return new Map(ran.map(({ taskId, execution }) => [taskId, execution?.exitCode]));
}
