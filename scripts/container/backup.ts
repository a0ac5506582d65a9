import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import type { Project } from './project.ts';
import { signIn } from './visits.ts';

const backupPath = '/data/skein.backup';

/**
 * Backs an instance up and restores it to an empty one with the commands of docs/operate.md.
 * Returns the size of the backup.
 */
export async function restoreFromBackup(from: Project, to: Project, file: string): Promise<string> {
  await from.exec('skein', 'skein', 'backup', backupPath);
  await from.save(file, 'skein', 'cat', backupPath);
  await from.exec('skein', 'rm', backupPath);
  const script = `cat > ${backupPath} && skein restore ${backupPath} && rm ${backupPath}`;
  await to.runWithInput(file, 'skein', 'sh', '-c', script);
  await to.up();
  assert.deepEqual(await countOwnThreads(to), await countOwnThreads(from));
  return `${Math.round((await stat(file)).size / 1000)} kB`;
}

async function countOwnThreads(project: Project): Promise<unknown> {
  const response = await fetch(`${project.url}/api/threads/my-threads`, {
    headers: { Authorization: `Bearer ${await signIn(project)}` },
  });
  assert.equal(response.status, 200);
  const page: unknown = await response.json();
  return typeof page === 'object' && page !== null && 'stats' in page ? page.stats : undefined;
}
