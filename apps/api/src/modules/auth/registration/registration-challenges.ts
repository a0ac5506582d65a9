import { createHash, hkdfSync } from 'node:crypto';
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import type { RegistrationChallenge } from '@skein/contracts/auth';
import { z } from 'zod';
import { minuteMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ValidationError } from '../../../platform/errors.ts';

const lifetimeMs = 5 * minuteMs;
/** A device computes half of these hashes on average: about 0.3 s on a laptop, 2 s on an old phone. */
const hashesMax = 300_000;

const algorithm = 'SHA-256';

const proofSchema = z.object({
  algorithm: z.literal(algorithm),
  challenge: z.string().max(64),
  number: z.int().min(0).max(hashesMax),
  salt: z.string().max(200),
  signature: z.string().max(64),
});

export type RegistrationChallenges = ReturnType<typeof createRegistrationChallenges>;

/**
 * Proof-of-work challenges in the format of ALTCHA. They contain their expiry time, so that visitors, who
 * request most of them, store nothing. Used ones are stored until they expire.
 */
export function createRegistrationChallenges({
  jwtSecret,
  clock,
}: {
  jwtSecret: string;
  clock: Clock;
}) {
  const key = hkdfSync('sha256', jwtSecret, '', 'registration-challenges', 32);
  const hmacKey = Buffer.from(key).toString('hex');
  return {
    async create(): Promise<RegistrationChallenge> {
      const expires = new Date(clock.now().getTime() + lifetimeMs);
      const created = await createChallenge({ algorithm, hmacKey, expires, maxNumber: hashesMax });
      const { challenge, salt, signature } = created;
      return { algorithm, challenge, salt, signature, maxnumber: hashesMax };
    },

    /**
     * Returns what prevents a second use of the solution.
     * @param proof Base64 of JSON
     * @throws ValidationError for a missing, wrong or expired solution
     */
    async verify(
      proof: string | undefined,
    ): Promise<{ hash: Uint8Array<ArrayBuffer>; expiresAt: Date }> {
      const solution = readProof(proof);
      // The clock is checked here, because the library has its own.
      if (solution === null || !(await verifySolution(solution, hmacKey, false))) {
        throw invalidProof();
      }
      const expiresAt = new Date(Number(extractParams(solution)['expires']) * 1000);
      if (!(expiresAt > clock.now())) throw invalidProof();
      const digest = createHash('sha256').update(`registration:${solution.challenge}`).digest();
      return { hash: Uint8Array.from(digest), expiresAt };
    },
  };
}

function readProof(proof = ''): z.output<typeof proofSchema> | null {
  try {
    return proofSchema.parse(JSON.parse(Buffer.from(proof, 'base64').toString()));
  } catch {
    return null;
  }
}

/** The error for an invalid solution, and for a solution that was used before. */
export function invalidProof(): ValidationError {
  const message = 'error.proofInvalid';
  return new ValidationError([{ path: 'proof', message }]);
}
