import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { findClosedDirectory } from './reachable.ts';
import { presumedAccount, type ServerAccount } from './server-account.ts';

/** Where things stand in the database's part of a data directory. */
export interface Layout {
  root: string;
  cluster: string;
  /** The cluster while initdb works on it: it gets its name when it is whole. */
  clusterDraft: string;
  /** Of PostgreSQL's superuser. */
  password: string;
  /** Of the role that Skein connects as. */
  applicationPassword: string;
  port: string;
  ownerLock: string;
  startLog: string;
  logs: string;
}

export function layoutOf(dataDir: string): Layout {
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
 * The data directory when DATA_DIR names none: `.data` in the checkout; for root with a checkout
 * that PostgreSQL's system user cannot enter (below /root, for one), a directory of the checkout's
 * own below /var/lib.
 */
export function defaultDataDir(checkoutDir: string): string {
  return placeDataDir(checkoutDir, presumedAccount());
}

/** The same for PostgreSQL run as `account`; undefined is whoever runs Skein. */
export function placeDataDir(checkoutDir: string, account: ServerAccount | undefined): string {
  const checkout = resolve(checkoutDir);
  if (account === undefined || findClosedDirectory(checkout, account) === undefined) {
    return join(checkout, '.data');
  }
  const hash = createHash('sha256').update(checkout).digest('hex').slice(0, 8);
  return `/var/lib/skein/${hash}`;
}
