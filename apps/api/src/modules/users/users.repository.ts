import { randomInt } from 'node:crypto';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { ConflictError } from '../../platform/errors.ts';
import { enqueueWebhooks } from '../../domain/events/webhook-writer.queries.ts';
import { dateOfId, newId } from '../../platform/ids.ts';
import { isActive } from '../../domain/visibility.queries.ts';
import { isUsernameReserved, lockUsernames, usernameTaken } from './former-usernames.repository.ts';
import { proposeUsernames, suggestUsername, withSuffix } from './usernames.ts';

const guessableAttempts = 5;
const attemptsMax = 10;

export interface NewUser {
  name: string;
  /** Lower case. By default derived from the name. */
  username?: string | undefined;
  /** Lower case. */
  email: string;
  passwordHash: string;
}

interface Credentials {
  id: string;
  passwordHash: string;
  isActive: boolean;
  isEmailProven: boolean;
  /** Whether it waits for the approval of an administrator. */
  isPending: boolean;
}

const currentUserColumns = {
  id: true,
  name: true,
  email: true,
  emailProvenAt: true,
  frozenAt: true,
  movedToId: true,
  username: true,
  pictureKey: true,
  bannerKey: true,
  bio: true,
  location: true,
  website: true,
  fields: true,
  phoneNumber: true,
  dateOfBirth: true,
  gender: true,
  isPrivate: true,
  isVerified: true,
  isShownOutside: true,
  isFederated: true,
  isBot: true,
  isDiscoverable: true,
  hidesConnections: true,
  isSensitiveByDefault: true,
  defaultLanguage: true,
  sensitiveContent: true,
  messagePermission: true,
  sendsReadReceipts: true,
  sendsTypingIndicators: true,
  remindsOfAltText: true,
  defaultAudience: true,
  feedLanguages: true,
  role: true,
  followersCount: true,
  followingCount: true,
  threadsCount: true,
  createdAt: true,
} as const;

export type CurrentUserRow = NonNullable<Awaited<ReturnType<typeof findCurrentUser>>>;

export function findCurrentUser(database: Database, id: string) {
  return database.user.findFirst({ where: { id }, select: currentUserColumns });
}

export async function findCredentials(
  database: Database,
  email: string,
): Promise<Credentials | null> {
  const [row] = await database.query<Credentials>(Prisma.sql`
    SELECT id, password_hash AS "passwordHash", ${isActive(Prisma.sql`users`)} AS "isActive",
      email_proven_at IS NOT NULL AS "isEmailProven",
      EXISTS (SELECT FROM pending_registrations WHERE user_id = users.id) AS "isPending"
    FROM users WHERE email = ${email}`);
  return row ?? null;
}

/** Whether the account exists and is not suspended. */
export async function isActiveUser(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.query(Prisma.sql`
    SELECT FROM users WHERE id = ${id}::uuid AND ${isActive(Prisma.sql`users`)}`);
  return rows.length > 0;
}

/** Whether it waits for the approval of an administrator. */
export async function isPendingUser(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.pendingRegistration.count({ where: { userId: id } })) > 0;
}

/** To confirm the password of a signed-in user. */
export function findOwnCredentials(database: Database, id: string) {
  return database.user.findFirst({ where: { id }, select: { email: true, passwordHash: true } });
}

/**
 * Locks the account if it still has the compared password hash, so that the password cannot change
 * until the transaction ends.
 */
export async function lockPassword(
  tx: Transaction,
  id: string,
  passwordHash: string,
): Promise<boolean> {
  const rows = await tx.query(Prisma.sql`
    SELECT FROM users WHERE id = ${id}::uuid AND password_hash = ${passwordHash} FOR NO KEY UPDATE`);
  return rows.length > 0;
}

export async function setPassword(
  tx: Transaction,
  id: string,
  passwordHash: string,
): Promise<void> {
  await tx.user.updateMany({ where: { id }, data: { passwordHash } });
}

/**
 * Inserts an account. Without a username, it gets a unique one derived from the name.
 * @throws ConflictError `email_taken`, `username_taken`
 */
export async function insertUser(tx: Transaction, { username, ...user }: NewUser): Promise<string> {
  if (username !== undefined) {
    const id = await insertWithUsername(tx, username, user);
    if (id === null) throw usernameTaken();
    return id;
  }
  const proposals = proposeUsernames(await suggestUsername(user.name));
  const base = String(proposals.next().value);
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const proposal = attempt === 1 ? base : nextProposal(proposals, base, attempt);
    const id = await insertWithUsername(tx, proposal, user);
    if (id !== null) return id;
  }
  throw new Error('No free username was found.');
}

/**
 * Whether the offer to become the owner has not ended: no account exists, or only a member's,
 * created within the last week.
 * @param id the account, which has to exist; null for the account that will be the first
 */
export async function isOwnerOfferOpen(
  database: Database | Transaction,
  id: string | null,
): Promise<boolean> {
  const [row] = await database.query<{ isOpen: boolean }>(Prisma.sql`
    SELECT NOT EXISTS (SELECT FROM instance_settings WHERE section = 'ownership')
      AND NOT EXISTS (SELECT FROM users WHERE domain IS NULL OFFSET 1)
      AND NOT EXISTS (SELECT FROM users
        WHERE domain IS NULL AND (role <> 'member' OR deleted_at IS NOT NULL OR created_at <= now() - interval '7 days'))
      AND (${id}::uuid IS NULL OR EXISTS (SELECT FROM users WHERE id = ${id}::uuid)) AS "isOpen"`);
  return row?.isOpen === true;
}

/**
 * Returns null if the username is taken or reserved.
 * @throws ConflictError `email_taken`
 */
async function insertWithUsername(
  tx: Transaction,
  username: string,
  user: Omit<NewUser, 'username'>,
): Promise<string | null> {
  await lockUsernames(tx, [username]);
  if (await isUsernameReserved(tx, username, null)) return null;
  const id = newId();
  const { count } = await tx.user.createMany({
    data: [{ id, createdAt: dateOfId(id), username, ...user }],
    skipDuplicates: true,
  });
  if (count === 1) {
    await enqueueWebhooks(tx, { event: 'account.registered', data: { userId: id, username } });
    return id;
  }
  if ((await tx.user.count({ where: { email: user.email } })) > 0) throw emailTaken();
  return null;
}

function nextProposal(proposals: Generator<string>, base: string, attempt: number): string {
  if (attempt <= guessableAttempts) return String(proposals.next().value);
  return withSuffix(base, String(randomInt(1000, 1_000_000)));
}

export function emailTaken(): ConflictError {
  return new ConflictError('email_taken', 'error.emailTaken');
}
