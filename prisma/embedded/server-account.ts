import { execFileSync } from 'node:child_process';
import { EmbeddedPostgresError } from './errors.ts';

/** The system user that PostgreSQL runs as when Skein itself runs as root. */
export interface ServerAccount {
  uid: number;
  gid: number;
}

const accountName = 'postgres';

/**
 * PostgreSQL does not run as root, so root needs another user for it. Undefined for other users, who
 * run it themselves.
 */
export function serverAccount(): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresError(
      'The embedded PostgreSQL does not run as root on this system; start Skein as an ordinary user, or set DATABASE_URL.',
    );
  }
  return findAccount() ?? createAccount();
}

/** The account as which root would run PostgreSQL, or a placeholder if the system user is missing. */
export function presumedAccount(): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return findAccount() ?? { uid: -1, gid: -1 };
}

function findAccount(): ServerAccount | undefined {
  try {
    return { uid: numericId('-u'), gid: numericId('-g') };
  } catch {
    return undefined;
  }
}

function createAccount(): ServerAccount {
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', accountName],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and the system user "${accountName}" could not be created: create it, start Skein as an ordinary user, or set DATABASE_URL.`,
      { cause },
    );
  }
  return { uid: numericId('-u'), gid: numericId('-g') };
}

function numericId(flag: '-u' | '-g'): number {
  return Number(
    execFileSync('id', [flag, accountName], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
}
