import { expect, it } from 'vitest';
import { solveChallenge } from './solve-challenge.ts';

it('finds the number of a challenge', async () => {
  const salt = 'f00d?expires=1800000000&';
  const challenge = '2aaa47c3ade24d063a628b45d3f25bc897a633a7a84733f2752cf0f0d8b31cff';
  const given = {
    algorithm: 'SHA-256',
    challenge,
    salt,
    signature: 'x',
    maxnumber: 10_000,
  } as const;
  const { maxnumber: _, ...rest } = given;
  expect(JSON.parse(atob(await solveChallenge(given)))).toEqual({ ...rest, number: 4321 });
  await expect(solveChallenge({ ...given, maxnumber: 4320 })).rejects.toThrow('no solution');
});
