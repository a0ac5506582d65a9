import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Whether a command exists and succeeds. In CI, a missing program fails the tests that need it. */
export function isInstalled(command: string, args: readonly string[]): boolean {
  return process.env['CI'] !== undefined || spawnSync(command, args).status === 0;
}

/** The standard output of a program; fails if the program does. */
export async function runProgram(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const options = { env: { ...process.env, ...env }, timeout: 60_000 };
  const { stdout } = await execute(command, [...args], options);
  return stdout;
}
