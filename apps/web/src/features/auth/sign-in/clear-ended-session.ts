import * as routes from '@skein/contracts/routes';
import { ApiError, request } from '../../../api/index.ts';
import { clearSession, getAccessToken } from '../../../lib/session/index.ts';

/** Clears the stored session if the server rejects it. Keeps it if the server cannot be reached. */
export async function clearEndedSession(): Promise<void> {
  if (getAccessToken() === null) {
    clearSession();
    return;
  }
  try {
    await request(routes.getCurrentUser, { handlesUnauthorized: true });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) clearSession();
  }
}
