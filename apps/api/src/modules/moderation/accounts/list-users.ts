import { accessBlockPermission, hasPermission } from '@skein/contracts/administration';
import type { Database } from '@skein/db';
import { ForbiddenError } from '../../../platform/errors.ts';
import { readIdPage } from '../../../platform/read-page.ts';
import type { PageQuery } from '../../../platform/read-page.ts';
import type { Actor } from '../../../platform/viewer.ts';
import type { UsersModule } from '../../users/index.ts';
import { toAccountFilter } from './account-filter.ts';
import type { AccountQuery } from './account-filter.ts';
import { readUsers } from './users.queries.ts';

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'requirePermission'>;
  adminEmails: readonly string[];
}

/**
 * Addresses of registrations are for users who can block IP addresses.
 * @throws ValidationError for an invalid IP address and for a text that is too short; ForbiddenError
 */
export async function listUsers(
  { database, users, adminEmails }: Dependencies,
  viewer: Actor,
  { q, address, text, ...query }: PageQuery & AccountQuery,
) {
  const role = await users.requirePermission(viewer, 'moderate');
  const showsAddresses = hasPermission(role, accessBlockPermission);
  if (address.trim() !== '' && !showsAddresses) {
    throw new ForbiddenError('error.addressSearchForbidden');
  }
  const filter = toAccountFilter({ q, address, text }, adminEmails);
  return readIdPage(query, (range) => readUsers(database, { ...filter, range, showsAddresses }));
}
