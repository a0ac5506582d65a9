import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import { deleteExpiredVerifications } from './email/email-verifications.repository.ts';
import { deleteExpiredPasswordResets } from './passwords/password-resets.repository.ts';

/** Removes links that set a password, and links that verify an address. */
export async function removeExpiredLinks({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<void> {
  await deleteExpiredPasswordResets(database, clock.now());
  await deleteExpiredVerifications(database, clock.now());
}
