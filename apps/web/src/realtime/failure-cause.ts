import * as routes from '@skein/contracts/routes';
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
      await request(routes.getCurrentUser);
      if (hasRepaired) return 'unknown';
      hasRepaired = true;
      await request(routes.exchangeSession);
      return 'repaired';
    } catch (error) {
      return error instanceof ApiError && error.status === 401 ? 'signed-out' : 'unknown';
    }
  };
}
