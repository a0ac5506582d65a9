import { readFile } from 'node:fs/promises';

/** False also for a process that has ended and whose parent has not noticed. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    return !/\) [ZX] /.test(status);
  } catch {
    return false;
  }
}
