import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type pg from 'pg';
import { withConnection } from '../connection.ts';
import { databaseName } from './cluster.ts';
import { changeOwner } from './data-directory.ts';
import type { Layout } from './layout.ts';
import type { ServerAccount } from './server-account.ts';
import type { Durability } from './settings.ts';

/** The role that Skein connects as. It owns the database and has no server privileges. */
export const applicationRole = 'skein_app';

interface RoleOptions {
  account: ServerAccount | undefined;
  durability: Durability;
  canCreateDatabases: boolean;
}

/**
 * Whether the role exists, its password is in the file and it owns the database. Takes one connection
 * and no write, unlike `ensureApplicationRole`.
 *
 * @param url of Skein's database with the application role
 */
export async function isApplicationRoleReady(url: string): Promise<boolean> {
  try {
    return await withConnection(url, async (client) => {
      const { rows } = await client.query<{ ready: boolean }>(
        `SELECT current_user = '${applicationRole}' AND datdba = current_user::regrole AS ready
         FROM pg_database WHERE datname = current_database()`,
      );
      return rows[0]?.ready === true;
    });
  } catch {
    // The database, the role or the password is missing. Other errors occur again as superuser.
    return false;
  }
}

/**
 * Creates the application role and makes it the owner of the database, unless that is done.
 *
 * @param superuserUrl of Skein's database
 */
export async function ensureApplicationRole(
  superuserUrl: string,
  layout: Layout,
  options: RoleOptions,
): Promise<void> {
  const password = ensurePassword(layout, options.account);
  await withConnection(superuserUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [
      applicationRole,
    ]);
    if (rowCount === 0) await createRole(client, options.durability);
    // Recreate a lost password file.
    await client.query(`ALTER ROLE ${applicationRole} PASSWORD ${client.escapeLiteral(password)}`);
    if (options.canCreateDatabases) await client.query(`ALTER ROLE ${applicationRole} CREATEDB`);
    await client.query(`ALTER DATABASE ${databaseName} OWNER TO ${applicationRole}`);
  });
}

/** Undefined before the first start that creates the role. */
export function readApplicationPassword(layout: Layout): string | undefined {
  if (!existsSync(layout.applicationPassword)) return undefined;
  return readFileSync(layout.applicationPassword, 'utf8').trim();
}

function ensurePassword(layout: Layout, account: ServerAccount | undefined): string {
  const existing = readApplicationPassword(layout);
  if (existing !== undefined) return existing;
  const password = randomBytes(24).toString('base64url');
  const draft = `${layout.applicationPassword}.new`;
  writeFileSync(draft, password, { mode: 0o600 });
  changeOwner(account, draft);
  renameSync(draft, layout.applicationPassword);
  return password;
}

async function createRole(client: pg.Client, durability: Durability): Promise<void> {
  // Tests copy their database from a template.
  const databasePrivilege = durability === 'throw-away' ? 'CREATEDB' : 'NOCREATEDB';
  await client.query(
    `CREATE ROLE ${applicationRole} LOGIN NOSUPERUSER NOCREATEROLE ${databasePrivilege}`,
  );
}
