import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { install } from './install.mjs';
import { nodePath, rootDir } from './project.mjs';
import { run, runStep } from './run.mjs';
import { turboRun } from './turbo.mjs';

/**
 * Runs a command of the server's CLI with the same settings as `npm start`.
 *
 * @param {string} command one of apps/api/src/cli/main.ts
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function runCli(command, args) {
  if (!(await install()) || !(await generate())) return 1;
  const envPath = join(rootDir, '.env');
  const nodeArgs = existsSync(envPath) ? [`--env-file=${envPath}`] : [];
  const cliPath = join(rootDir, 'apps/api/src/cli/main.ts');
  return run(nodePath, [...nodeArgs, cliPath, command, ...args]);
}

/** Regenerates code after an upgrade. */
function generate() {
  const [command, args] = turboRun(['generate'], '--output-logs=errors-only');
  return runStep('', command, args);
}

/**
 * Resolves a file path relative to the directory in which npm was called.
 *
 * @param {string} argument
 */
export function fromCaller(argument) {
  const folder = process.env.INIT_CWD ?? process.cwd();
  return argument.startsWith('-') ? argument : resolve(folder, argument);
}
