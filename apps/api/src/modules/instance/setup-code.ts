import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Excludes letters and digits that look alike. Each byte selects one of the 32 characters without bias. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const groups = 3;
const groupLength = 4;

export type SetupCode = ReturnType<typeof createSetupCode>;

/**
 * The code with which the user of the first account becomes the owner of a new instance. It is derived
 * from the secret of the instance, so that all its servers and commands have the same one.
 */
export function createSetupCode({ jwtSecret }: { jwtSecret: string }) {
  const bytes = new Uint8Array(
    hkdfSync('sha256', jwtSecret, '', 'setup-code', groups * groupLength),
  );
  const letters = Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join('');
  return {
    /** For the operator: `abcd-efgh-2345`. */
    text: Array.from({ length: groups }, (_, index) =>
      letters.slice(index * groupLength, (index + 1) * groupLength),
    ).join('-'),

    /** @param given lower case, without hyphens */
    matches: (given: string): boolean => timingSafeEqual(hash(given), hash(letters)),
  };
}

/** Equal lengths for the comparison, which takes the same time for every code. */
function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
