import { randomUUID } from 'node:crypto';
import { withConnection } from '../connection.ts';

export { findCounterDrift } from './counter-drift.ts';
export { copyMigratedDatabase } from './copy-migrated-database.ts';
export { prepareExampleUpgrade } from './example-upgrade.ts';
export { guardDirectory, openRunDirectory } from './run-directory.ts';
export { startTestDatabases, type TestDatabases } from './test-cluster.ts';

export interface TestDatabase {
  url: string;
  drop: () => Promise<void>;
}

/**
 * Creates an empty, migrated database. Needs only the URL of the template, so that worker processes
 * can call it.
 */
export async function cloneDatabase(templateUrl: string): Promise<TestDatabase> {
  const template = new URL(templateUrl).pathname.slice(1);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying files takes 20 ms; the default writes all pages to the WAL and takes more than 40 ms.
  await runOnServer(templateUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return {
    url: withDatabase(templateUrl, name),
    drop: () => runOnServer(templateUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

// PostgreSQL copies a template only while it has no connections.
async function runOnServer(templateUrl: string, statement: string): Promise<void> {
  await withConnection(withDatabase(templateUrl, 'postgres'), (client) => client.query(statement));
}

function withDatabase(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}
