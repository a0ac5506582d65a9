import type { getRegistrationChallenge } from '@skein/contracts/auth';
import { request } from '../../../api/index.ts';
import { solveChallenge } from '../model/solve-challenge.ts';

/** Solves a new challenge and returns the proof for a registration. */
export async function proveWork(): Promise<string> {
  const challenge = await request<typeof getRegistrationChallenge>({
    method: 'GET',
    path: '/auth/challenge',
  });
  return solveChallenge(challenge);
}
