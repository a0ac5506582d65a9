import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { giveTo } from './data-directory.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { Layout } from './layout.ts';
import { choosePort, isFree } from './port.ts';
import { isAlive, readProcess } from './process-info.ts';
import { runProgram } from './run-program.ts';
import type { ServerAccount } from './server-account.ts';
import { type Durability, postgresSettings } from './settings.ts';

export interface Postmaster {
  layout: Layout;
  binaries: Binaries;
  account: ServerAccount | undefined;
  durability: Durability;
}

const retryForMs = 15_000;
const retryPauseMs = 300;
const startTimeoutSeconds = 60;
const stopTimeoutSeconds = 30;

/** Starts the server on the given or else a free port, and waits until it answers. */
export async function startPostmaster(postmaster: Postmaster, givenPort?: number): Promise<number> {
  const deadline = performance.now() + retryForMs;
  for (;;) {
    const port = givenPort ?? (await choosePort(postmaster.layout.port));
    try {
      await startOn(postmaster, port);
      return port;
    } catch (cause) {
      const words = lastWords(postmaster.layout) ?? messageOf(cause);
      const mayPass = performance.now() < deadline && (await isPassing(postmaster.layout, port));
      if (!mayPass) {
        throw new EmbeddedPostgresError(
          `The embedded PostgreSQL did not start; its last words: ${words}`,
          { cause },
        );
      }
      await sleep(retryPauseMs);
    }
  }
}

// Somebody else may take the port between the look and the start; and a session that outlived
// its killed server works to the end of its query, which PostgreSQL rightly waits out.
async function isPassing({ startLog }: Layout, port: number): Promise<boolean> {
  // Only this start's own log: such a session may write to the others after it.
  const words = existsSync(startLog) ? readFileSync(startLog, 'utf8') : '';
  return words.includes('still in use') || !(await isFree(port));
}

/** Whether the server that the pid file names still lives. */
export function isPostmasterAlive(layout: Layout): boolean {
  const pid = readPid(layout);
  return pid !== undefined && isAlive(pid);
}

/** Ends the server: sessions are cut, what was committed is kept. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  if (!existsSync(pidFile(postmaster.layout))) return;
  try {
    await pgCtl(postmaster, ['stop', '-m', 'fast', '-w', '-t', String(stopTimeoutSeconds)]);
  } catch (error) {
    if (!existsSync(pidFile(postmaster.layout))) return;
    // Nothing committed is lost by this either: the next start replays the log.
    await pgCtl(postmaster, ['stop', '-m', 'immediate', '-w']).catch(() => {
      throw error;
    });
  }
}

/**
 * Clears what a killed Skein or a power cut left. Its server, which outlives it, is stopped and
 * started anew rather than adopted: that costs about 0.2 s, ends what the dead process had begun,
 * frees its locks, and gives a server with this version's programs and settings.
 *
 * A pid file of anything but our live server is removed, since PostgreSQL would take a zombie
 * (nobody reaps it where Node.js is a container's first process) or another program with the same
 * pid for a server. Sessions of a dead server that still work on the data stop the start all the
 * same: PostgreSQL finds them by the shared memory they hold.
 */
export async function recoverPostmaster(
  postmaster: Postmaster,
  log: (line: string) => void,
): Promise<void> {
  const { layout } = postmaster;
  const pid = readPid(layout);
  if (pid === undefined) return;
  const holder = readProcess(pid);
  if (holder !== undefined && isPostmasterOf(layout, holder.command)) {
    log('Skein did not end cleanly last time: its PostgreSQL still runs and is restarted.');
    await stopPostmaster(postmaster);
    return;
  }
  log('PostgreSQL did not end cleanly last time: it recovers.');
  rmSync(pidFile(layout), { force: true });
}

async function startOn(postmaster: Postmaster, port: number): Promise<void> {
  const { layout, account, durability } = postmaster;
  const settingsFile = join(layout.cluster, 'postgresql.conf');
  writeFileSync(settingsFile, postgresSettings(layout, port, durability), { mode: 0o600 });
  giveTo(account, settingsFile);
  rmSync(layout.startLog, { force: true });
  const serverArguments = `-D ${quoteForShell(layout.cluster)}`;
  const timeout = String(startTimeoutSeconds);
  // Relative to the working directory, because a shell opens it.
  const log = relative(layout.root, layout.startLog);
  await pgCtl(postmaster, ['start', '-w', '-s', '-t', timeout, '-l', log, '-o', serverArguments]);
}

/**
 * pg_ctl starts the server through a shell, and puts the value of its own `-D` between double
 * quotes, in which the shell still expands `$`, backquotes and backslashes. PGDATA avoids that.
 */
async function pgCtl({ binaries, layout, account }: Postmaster, args: string[]): Promise<void> {
  await runProgram(binaries.pgCtl, args, {
    account,
    cwd: layout.root,
    env: { PGDATA: layout.cluster },
  });
}

/** Windows does not allow double quotes in paths. */
function quoteForShell(path: string): string {
  return process.platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

function pidFile(layout: Layout): string {
  return join(layout.cluster, 'postmaster.pid');
}

function readPid(layout: Layout): number | undefined {
  if (!existsSync(pidFile(layout))) return undefined;
  const [line = ''] = readFileSync(pidFile(layout), 'utf8').split('\n');
  const pid = Math.abs(Number(line));
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

function isPostmasterOf(layout: Layout, command: string): boolean {
  const directories = [layout.cluster, realpathSync(layout.cluster)];
  return /postgres/i.test(command) && directories.some((directory) => command.includes(directory));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function lastWords(layout: Layout): string | undefined {
  const files = [
    layout.startLog,
    ...readdirSync(layout.logs).map((name) => join(layout.logs, name)),
  ];
  const [newest] = files
    .filter((file) => existsSync(file) && statSync(file).size > 0)
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (newest === undefined) return undefined;
  return readFileSync(newest, 'utf8').trim().split('\n').slice(-5).join(' | ');
}
