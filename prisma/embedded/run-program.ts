import { type ChildProcess, spawn } from 'node:child_process';
import { EmbeddedPostgresError } from './errors.ts';
import type { ServerAccount } from './server-account.ts';

interface ProgramOptions {
  account: ServerAccount | undefined;
  /** A directory that the account can enter. */
  cwd: string;
  /** Environment variables in addition to the inherited ones. */
  env?: NodeJS.ProcessEnv;
}

/** Runs one of PostgreSQL's programs and waits for its exit. */
export async function runProgram(
  file: string,
  args: string[],
  { account, cwd, env }: ProgramOptions,
): Promise<void> {
  const child: ChildProcess = spawn(file, args, {
    ...account,
    cwd,
    env: { ...programEnvironment(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  // The event is not 'close', because a server started by pg_ctl may keep the pipe open.
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  let output = '';
  // There is no pipe without a free file descriptor.
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const code = await ended;
  child.stderr?.destroy();
  if (code !== 0)
    throw new EmbeddedPostgresError(`${file} failed: ${output.trim() || `code ${code}`}`);
}

// Variables for another PostgreSQL (PGDATA, PGPORT, PGOPTIONS …) must not affect this one.
function programEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(PG|LC_|LANG|TZ$|HOME$)/i.test(name),
  );
  return { ...Object.fromEntries(entries), LC_ALL: 'C' };
}
