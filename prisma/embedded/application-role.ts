import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type pg from 'pg';
import { withConnection } from '../connection.ts';
import { changeOwner } from './data-directory.ts';
import type { Layout } from './layout.ts';
import type { ServerAccount } from './server-account.ts';
import type { Durability } from './settings.ts';

/** The role that Skein connects as. It owns the database and has no server privileges. */
export const applicationRole = 'skein_app';

/**
 * Generates the statements that transfer objects owned by another role to the application role.
 * Earlier versions created them as superuser. docker-compose.yml contains the same query.
 */
export const listForeignObjects = `
  WITH application AS (SELECT oid FROM pg_roles WHERE rolname = 'skein_app'), objects AS (
    SELECT 'pg_class'::regclass AS catalog, oid, relowner AS owner, oid::regclass::text AS name,
      CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END AS kind
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
    UNION ALL
    SELECT 'pg_proc'::regclass, oid, proowner, oid::regprocedure::text, 'ROUTINE'
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT 'pg_type'::regclass, oid, typowner, oid::regtype::text, 'TYPE'
    FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd', 'r')
  )
  SELECT format('ALTER DATABASE %I OWNER TO skein_app', datname) AS statement
  FROM pg_database WHERE datname = current_database() AND datdba <> (SELECT oid FROM application)
  UNION ALL
  SELECT 'ALTER SCHEMA public OWNER TO pg_database_owner' FROM pg_namespace
  WHERE nspname = 'public' AND nspowner NOT IN ('pg_database_owner'::regrole, (SELECT oid FROM application))
  UNION ALL
  SELECT format('ALTER %s %s OWNER TO skein_app', kind, name) FROM objects
  WHERE owner <> (SELECT oid FROM application) AND NOT EXISTS (
    -- Objects of an extension follow the extension, sequences of a column follow its table.
    SELECT FROM pg_depend WHERE classid = catalog AND objid = objects.oid AND deptype IN ('e', 'a', 'i')
  )`;

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
        `SELECT current_user = '${applicationRole}' AND NOT EXISTS (${listForeignObjects}) AS ready`,
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
    const { rows } = await client.query<{ statement: string }>(listForeignObjects);
    for (const { statement } of rows) await client.query(statement);
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
