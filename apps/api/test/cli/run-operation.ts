import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../support/servers/server-process.ts';

const cliFile = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export interface OperationResult {
  code: unknown;
  output: string;
  errors: string;
}

/** Runs the command line in a child process, like `npm run`. */
export async function runOperation(
  args: readonly string[],
  env: Record<string, string>,
): Promise<OperationResult> {
  const child = spawn(process.execPath, [cliFile, ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, ...env },
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<unknown[]>,
  ]);
  return { code, output: output.trim(), errors: errors.trim() };
}
