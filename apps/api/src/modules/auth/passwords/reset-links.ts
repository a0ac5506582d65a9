import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import type { PasswordResetsRepository } from './password-resets.repository.ts';

/** The validity of a link. */
const resetLinkLifetimeMs = 60 * 60 * 1000;
const tokenBytes = 32;

export interface ResetLinkDependencies {
  resets: Pick<PasswordResetsRepository, 'insert'>;
  clock: Clock;
  publicUrl: URL;
}

/** Creates a link that sets the user's password once. */
export async function createResetLink(
  { resets, clock, publicUrl }: ResetLinkDependencies,
  userId: string,
  tx?: Transaction,
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + resetLinkLifetimeMs);
  await resets.insert({ userId, tokenHash: hashResetToken(token), createdAt, expiresAt }, tx);
  // In the fragment, which servers and Referer headers never receive.
  return new URL(`/reset-password#token=${token}`, publicUrl).href;
}

/** Tokens are stored as hashes, so that a database leak does not reveal them. */
export function hashResetToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
