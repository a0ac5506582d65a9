import type { RegistrationChallenge } from '@skein/contracts/auth';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Short enough that typing and screen readers are not delayed. */
const sliceMs = 10;
/** Timers of hidden tabs run once per second. */
const hiddenSliceMs = 500;

/**
 * Finds the number whose hash the challenge contains, and returns the proof for the server. Not with
 * `crypto.subtle`, which exists only with HTTPS and is slower for short texts.
 */
export async function solveChallenge(given: RegistrationChallenge): Promise<string> {
  const { algorithm, challenge, salt, signature } = given;
  const number = await findNumber(given);
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}

async function findNumber({ challenge, maxnumber, salt }: RegistrationChallenge): Promise<number> {
  const encoder = new TextEncoder();
  let pauseAt = performance.now() + sliceMs;
  for (let number = 0; number <= maxnumber; number += 1) {
    if (bytesToHex(sha256(encoder.encode(`${salt}${number}`))) === challenge) return number;
    if (performance.now() >= pauseAt) {
      await nextTask();
      pauseAt = performance.now() + (document.hidden ? hiddenSliceMs : sliceMs);
    }
  }
  throw new Error('the challenge has no solution');
}

const nextTask = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve);
  });
