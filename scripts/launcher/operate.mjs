import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { install } from './install.mjs';
import { nodePath, rootDir } from './project.mjs';
import { run, runStep } from './run.mjs';
import { turboRun } from './turbo.mjs';

/**
 * Runs one of the commands that work on an instance without serving it, with the same settings as
 * `npm start`.
 *
 * @param {string} operation as apps/api/src/server/cli/main.ts knows it
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function operate(operation, args) {
  if (!(await install()) || !(await generate())) return 1;
  const envPath = join(rootDir, '.env');
  const nodeArgs = existsSync(envPath) ? [`--env-file=${envPath}`] : [];
  const operatePath = join(rootDir, 'apps/api/src/server/cli/main.ts');
  return run(nodePath, [...nodeArgs, operatePath, operation, ...args]);
}

/** After an upgrade the code may be newer than what was generated for it. */
function generate() {
  const [command, args] = turboRun(['generate'], '--output-logs=errors-only');
  return runStep('', command, args);
}

/**
 * A file is named as seen from where npm was called; npm itself goes to the checkout.
 *
 * @param {string} argument
 */
export function fromCaller(argument) {
  const folder = process.env.INIT_CWD ?? process.cwd();
  return argument.startsWith('-') ? argument : resolve(folder, argument);
}
