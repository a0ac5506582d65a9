import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { PasswordResetsRepository } from './password-resets.repository.ts';

/** How long a link works. */
export const resetLinkLifetimeMs = 60 * 60 * 1000;
const tokenBytes = 32;

export interface ResetLinkDependencies {
  resets: Pick<PasswordResetsRepository, 'insert'>;
  clock: Clock;
  publicUrl: URL;
}

/** A new address at which whoever has it may set that person's password, once. */
export async function makeResetLink(
  { resets, clock, publicUrl }: ResetLinkDependencies,
  userId: string,
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + resetLinkLifetimeMs);
  await resets.insert({ userId, tokenHash: hashResetToken(token), createdAt, expiresAt });
  // In the fragment: neither a server's log nor a Referer header ever has it.
  return new URL(`/reset-password#token=${token}`, publicUrl).href;
}

/** What is kept of a token: of no use to whoever reads the database. */
export function hashResetToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
