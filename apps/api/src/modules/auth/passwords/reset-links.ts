import { createHash, randomBytes } from 'node:crypto';
import type { Database, Transaction } from '@skein/db';
import { hourMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import { insertPasswordReset } from './password-resets.repository.ts';

/** The validity of a link. */
const resetLinkLifetimeMs = hourMs;
const tokenBytes = 32;

export interface ResetLinkDependencies {
  database: Database;
  clock: Clock;
  publicUrl: URL;
}

/** Creates a link that sets the user's password once. */
export async function createResetLink(
  { database, clock, publicUrl }: ResetLinkDependencies,
  userId: string,
  tx?: Transaction,
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + resetLinkLifetimeMs);
  await insertPasswordReset(tx ?? database, {
    userId,
    tokenHash: hashResetToken(token),
    createdAt,
    expiresAt,
  });
  // In the fragment, which servers and Referer headers never receive.
  return new URL(`/reset-password#token=${token}`, publicUrl).href;
}

/** Tokens are stored as hashes, so that a database leak does not reveal them. */
export function hashResetToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
