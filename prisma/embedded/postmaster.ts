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
import { changeOwner } from './data-directory.ts';
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

const retryTimeoutMs = 15_000;
const retryPauseMs = 300;
const startTimeoutSeconds = 60;
const stopTimeoutSeconds = 30;

/** Starts the server on the given port or a free one and waits until it accepts connections. */
export async function startPostmaster(
  postmaster: Postmaster,
  { fixedPort, onLaunch }: { fixedPort?: number; onLaunch?: (() => void) | undefined } = {},
): Promise<number> {
  const deadline = performance.now() + retryTimeoutMs;
  for (;;) {
    const port = fixedPort ?? (await choosePort(postmaster.layout.port));
    try {
      await startOn(postmaster, port, onLaunch);
      return port;
    } catch (cause) {
      const logLines = readLastLogLines(postmaster.layout) ?? getMessage(cause);
      const canRetry =
        performance.now() < deadline && (await isTemporaryFailure(postmaster.layout, port));
      if (!canRetry) {
        throw new EmbeddedPostgresError(
          `The embedded PostgreSQL did not start. Its last log lines: ${logLines}`,
          { cause },
        );
      }
      await sleep(retryPauseMs);
    }
  }
}

// Another process may take the port before the server binds it. A session of a killed server blocks
// the start until its query ends.
async function isTemporaryFailure({ startLog }: Layout, port: number): Promise<boolean> {
  // Use only the log of this start, because such a session may write to earlier logs.
  const log = existsSync(startLog) ? readFileSync(startLog, 'utf8') : '';
  return log.includes('still in use') || !(await isFree(port));
}

/** Whether the server of the pid file is alive. */
export function isPostmasterAlive(layout: Layout): boolean {
  const pid = readPid(layout);
  return pid !== undefined && isAlive(pid);
}

/** Stops the server and terminates its sessions. Committed data is kept. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  if (!existsSync(pidFile(postmaster.layout))) return;
  try {
    await pgCtl(postmaster, ['stop', '-m', 'fast', '-w', '-t', String(stopTimeoutSeconds)]);
  } catch (error) {
    if (!existsSync(pidFile(postmaster.layout))) return;
    // It was killed, a moment before or meanwhile. Nobody may have reaped it yet.
    if (!isRunning(postmaster.layout)) {
      rmSync(pidFile(postmaster.layout), { force: true });
      return;
    }
    // Committed data is safe here too: the next start replays the WAL.
    await pgCtl(postmaster, ['stop', '-m', 'immediate', '-w']).catch(() => {
      throw error;
    });
  }
}

/**
 * Cleans up after a killed Skein or a power failure. A server that is still running is restarted
 * instead of adopted. This takes about 0.2 s, ends unfinished transactions, releases their locks and
 * applies the programs and settings of this version.
 *
 * Removes a pid file that does not belong to our live server, because PostgreSQL would mistake a
 * zombie (not reaped if Node.js is a container's first process) or another program with the same pid
 * for a server. Remaining sessions of a dead server still block the start: PostgreSQL detects them by
 * their shared memory.
 */
export async function recoverPostmaster(
  postmaster: Postmaster,
  log: (line: string) => void,
): Promise<void> {
  const { layout } = postmaster;
  if (readPid(layout) === undefined) return;
  if (isRunning(layout)) {
    log(
      'Skein did not shut down cleanly: restarting its PostgreSQL server, which is still running.',
    );
    await stopPostmaster(postmaster);
    return;
  }
  log('PostgreSQL did not shut down cleanly: recovering.');
  rmSync(pidFile(layout), { force: true });
}

/** Whether the process of the pid file is the server of these files, and not a zombie. */
function isRunning(layout: Layout): boolean {
  const pid = readPid(layout);
  const processInfo = pid === undefined ? undefined : readProcess(pid);
  return processInfo !== undefined && isPostmasterFor(layout, processInfo.command);
}

async function startOn(
  postmaster: Postmaster,
  port: number,
  onLaunch: (() => void) | undefined,
): Promise<void> {
  const { layout, account, durability } = postmaster;
  const settingsFile = join(layout.cluster, 'postgresql.conf');
  writeFileSync(settingsFile, postgresSettings(layout, port, durability), { mode: 0o600 });
  changeOwner(account, settingsFile);
  rmSync(layout.startLog, { force: true });
  const serverArguments = `-D ${quoteForShell(layout.cluster)}`;
  const timeout = String(startTimeoutSeconds);
  // Relative to the working directory, because a shell parses it.
  const log = relative(layout.root, layout.startLog);
  const args = ['start', '-w', '-s', '-t', timeout, '-l', log, '-o', serverArguments];
  const started = pgCtl(postmaster, args);
  onLaunch?.();
  await started;
}

/**
 * pg_ctl starts the server through a shell and double-quotes the value of `-D`, in which the shell
 * still expands `$`, backquotes and backslashes. PGDATA avoids that.
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

function isPostmasterFor(layout: Layout, command: string): boolean {
  const directories = [layout.cluster, realpathSync(layout.cluster)];
  return /postgres/i.test(command) && directories.some((directory) => command.includes(directory));
}

function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function readLastLogLines(layout: Layout): string | undefined {
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
