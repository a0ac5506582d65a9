import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';
import { solveChallenge } from './solve-challenge.ts';

/** Solves a new challenge and returns the proof for a registration. */
export async function proveWork(): Promise<string> {
  const challenge = await request(routes.getRegistrationChallenge);
  return solveChallenge(challenge);
}
