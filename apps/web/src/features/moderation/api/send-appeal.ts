import type { appealByToken, findAppealableStrike, Strike } from '@skein/contracts/moderation';
import { ApiError, request } from '../../../api/index.ts';

/** The strike of the email with this token; null for an invalid one. */
export async function findStrike(token: string, signal: AbortSignal): Promise<Strike | null> {
  try {
    return await request<typeof findAppealableStrike>({
      method: 'POST',
      path: '/appeals/strike',
      body: { token },
      signal,
    });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'validation_failed') return null;
    throw error;
  }
}

export function sendAppeal(token: string, text: string) {
  return request<typeof appealByToken>({
    method: 'POST',
    path: '/appeals',
    body: { token, text },
  });
}
