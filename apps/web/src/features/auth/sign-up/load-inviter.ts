import * as routes from '@skein/contracts/routes';
import { ApiError, request } from '../../../api/index.ts';

export interface Inviter {
  name: string;
  username: string;
}

/** Who has sent an invitation; null if it cannot be used any more. */
export async function loadInviter(
  invitation: string,
  signal: AbortSignal,
): Promise<Inviter | null> {
  try {
    const { inviter } = await request(routes.getInvitation, { body: { invitation }, signal });
    return inviter;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
