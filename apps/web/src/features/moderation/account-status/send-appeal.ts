import * as routes from '@skein/contracts/routes';
import type { Strike } from '@skein/contracts/moderation';
import { ApiError, request } from '../../../api/index.ts';

/** The strike of the email with this token; null for an invalid one. */
export async function findStrike(token: string, signal: AbortSignal): Promise<Strike | null> {
  try {
    return await request(routes.findAppealableStrike, { body: { token }, signal });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'validation_failed') return null;
    throw error;
  }
}

export function sendAppeal(token: string, text: string) {
  return request(routes.appealByToken, { body: { token, text } });
}
