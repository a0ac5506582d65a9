import type { getCurrentUser } from '@skein/contracts/users';
import { ApiError, request } from '../../../api/index.ts';
import { clearSession, getAccessToken } from '../../../lib/session/index.ts';

/** Clears the stored session if the server rejects it. Keeps it if the server cannot be reached. */
export async function clearEndedSession(): Promise<void> {
  if (getAccessToken() === null) {
    clearSession();
    return;
  }
  try {
    await request<typeof getCurrentUser>({
      method: 'GET',
      path: '/users/me',
      handlesUnauthorized: true,
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) clearSession();
  }
}
