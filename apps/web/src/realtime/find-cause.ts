import type { exchangeSession } from '@skein/contracts/auth';
import type { getCurrentUser } from '@skein/contracts/users';
import { ApiError, request } from '../api/index.ts';
import type { Cause } from './retry.ts';

/**
 * Finds out why the stream is refused. A lost session ends here like with every other request; a
 * session older than its cookie gets one, once.
 */
export function createCauseFinder(): () => Promise<Cause> {
  let hasRepaired = false;
  return async () => {
    try {
      await request<typeof getCurrentUser>({ method: 'GET', path: '/users/me' });
      if (hasRepaired) return 'unknown';
      hasRepaired = true;
      await request<typeof exchangeSession>({ method: 'POST', path: '/auth/session' });
      return 'repaired';
    } catch (error) {
      return error instanceof ApiError && error.status === 401 ? 'signed-out' : 'unknown';
    }
  };
}
