import { existsSync, rmSync } from 'node:fs';
import { locateBinaries } from './binaries.ts';
import { layoutOf } from './layout.ts';
import { findLiveOwner } from './owner-lock.ts';
import { recoverPostmaster } from './postmaster.ts';
import { readProcess } from './process-info.ts';
import { serverAccount } from './server-account.ts';

/**
 * Stops the server of a data directory whose owner process died, and deletes the directory. Does
 * nothing while the owner or the creating process is alive.
 */
export async function destroyAbandoned(dataDir: string, creatorPid: number): Promise<void> {
  const layout = layoutOf(dataDir);
  const isOwned = existsSync(layout.ownerLock);
  if (isOwned && findLiveOwner(layout.ownerLock) !== undefined) return;
  if (!isOwned && readProcess(creatorPid) !== undefined) return;
  const account = serverAccount();
  const log = () => undefined;
  const binaries = await locateBinaries(account, log);
  await recoverPostmaster({ layout, binaries, account, durability: 'throw-away' }, log);
  rmSync(dataDir, { recursive: true, force: true });
}
