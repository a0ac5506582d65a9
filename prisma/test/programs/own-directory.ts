// Tries to become the owner of a data directory, prints the result and runs until killed.
import { acquireOwnerLock } from '../../embedded/owner-lock.ts';

const [lockFile = ''] = process.argv.slice(2);
process.stdout.write(`${tryToOwn()}\n`);
setInterval(() => undefined, 60_000);

function tryToOwn(): string {
  try {
    acquireOwnerLock(lockFile);
    return 'owner';
  } catch {
    return 'rejected';
  }
}
