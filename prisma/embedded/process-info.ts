import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessInfo {
  /** Distinguishes processes that used the same pid at different times. */
  startMark: string;
  command: string;
}

/**
 * The process with this pid, or undefined.
 *
 * @throws if it cannot be determined, for example without free file descriptors: treating a live
 *   server as dead would start a second one on the same data
 */
export function readProcess(pid: number): ProcessInfo | undefined {
  try {
    if (process.platform === 'linux') return readFromProc(pid);
    return process.platform === 'win32' ? readFromWindows(pid) : readFromPs(pid);
  } catch (error) {
    if (meansNoProcess(error)) return undefined;
    throw error;
  }
}

function meansNoProcess(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Exit code of `ps` for an unknown pid.
  if ('status' in error) return error.status === 1 && process.platform !== 'win32';
  return 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');
}

/** Whether a process with this pid exists. Cheap enough for a check every second. */
export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return readProcess(pid) !== undefined;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function readFromProc(pid: number): ProcessInfo | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field, the program's name in parentheses, may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  if (state === 'Z' || state === 'X') return undefined;
  // Start times are relative to the boot, so combine them with the boot id.
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  return { startMark: `${bootId}/${fields[19]}`, command };
}

function readFromPs(pid: number): ProcessInfo | undefined {
  const lstartLength = 24;
  const line = run('ps', ['-o', 'lstart=,command=', '-p', String(pid)]);
  if (line === '') return undefined;
  return {
    startMark: line.slice(0, lstartLength).trim(),
    command: line.slice(lstartLength).trim(),
  };
}

function readFromWindows(pid: number): ProcessInfo | undefined {
  const query = `$p = Get-CimInstance Win32_Process -Filter "ProcessId=${pid}"; if ($p) { "$($p.CreationDate.Ticks)|$($p.CommandLine)" }`;
  const line = run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', query]);
  const separator = line.indexOf('|');
  if (separator < 0) return undefined;
  return { startMark: line.slice(0, separator), command: line.slice(separator + 1) };
}

function run(file: string, args: string[]): string {
  return execFileSync(file, args, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  }).trim();
}
