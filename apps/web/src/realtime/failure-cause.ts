import type { exchangeSession } from '@skein/contracts/auth';
import type { getCurrentUser } from '@skein/contracts/users';
import { ApiError, request } from '../api/index.ts';
import type { FailureCause } from './retry.ts';

/**
 * Finds out why the server rejects the stream. An invalid session is ended as with every other
 * request; a session without its cookie gets one, once.
 */
export function createCauseFinder(): () => Promise<FailureCause> {
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
