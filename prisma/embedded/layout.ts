import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { findInaccessibleDirectory } from './reachable.ts';
import { presumedAccount, type ServerAccount } from './server-account.ts';

/** Paths in the database's part of a data directory. */
export interface Layout {
  root: string;
  cluster: string;
  /** The cluster while initdb creates it; renamed when complete. */
  clusterDraft: string;
  /** Password file of PostgreSQL's superuser. */
  password: string;
  /** Password file of the application role. */
  applicationPassword: string;
  port: string;
  ownerLock: string;
  startLog: string;
  logs: string;
}

export function getLayout(dataDir: string): Layout {
  const root = join(resolve(dataDir), 'postgres');
  return {
    root,
    cluster: join(root, 'cluster'),
    clusterDraft: join(root, 'cluster.new'),
    password: join(root, 'password'),
    applicationPassword: join(root, 'application-password'),
    port: join(root, 'port'),
    ownerLock: join(root, 'owner.lock'),
    startLog: join(root, 'start.log'),
    logs: join(root, 'logs'),
  };
}

/**
 * The data directory if DATA_DIR is not set: `.data` in the checkout. If root's checkout is not
 * accessible to PostgreSQL's system user (for example below /root), a directory below /var/lib that
 * is derived from the path of the checkout.
 */
export function defaultDataDir(checkoutDir: string): string {
  return chooseDataDir(checkoutDir, presumedAccount());
}

/** The same for PostgreSQL run as `account`; undefined is the current user. */
export function chooseDataDir(checkoutDir: string, account: ServerAccount | undefined): string {
  const checkout = resolve(checkoutDir);
  if (account === undefined || findInaccessibleDirectory(checkout, account) === undefined) {
    return join(checkout, '.data');
  }
  const hash = createHash('sha256').update(checkout).digest('hex').slice(0, 8);
  return `/var/lib/skein/${hash}`;
}
