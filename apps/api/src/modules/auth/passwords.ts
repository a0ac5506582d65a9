import { passwordMaxBytes } from '@skein/contracts/limits';
import bcrypt from 'bcrypt';
import pLimit from 'p-limit';
import { UnavailableError } from '../../platform/errors.ts';

/** So many hashes at once at most: each keeps a core busy for a good part of a second. */
const concurrentHashesMax = 4;
/** Who came later would wait for too long: about half a minute on one core. */
const waitingHashesMax = 200;
const commonPasswordsCount = 10_000;

export type Passwords = ReturnType<typeof createPasswords>;

export function createPasswords(options: { bcryptCost: number }) {
  const inTurn = pLimit(concurrentHashesMax);
  const limit = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (inTurn.pendingCount < waitingHashesMax) return inTurn(work);
    return Promise.reject(
      new UnavailableError('Too many people are signing in right now. Please try again soon.'),
    );
  };
  const hash = (password: string) => limit(() => bcrypt.hash(password, options.bcryptCost));
  // Nobody's password. Comparing with it makes an unknown address as slow as a known one.
  const decoy = hash('no account has this');

  return {
    hash,

    /** Whether the password is that of the account; without an account it takes as long. */
    async matches(password: string, passwordHash: string | undefined): Promise<boolean> {
      const compared = passwordHash ?? (await decoy);
      const isEqual = await limit(() => bcrypt.compare(password, compared));
      // bcrypt reads no further than its limit: whatever follows the right password is ignored.
      const isCut = Buffer.byteLength(password) > passwordMaxBytes;
      return isEqual && !isCut && passwordHash !== undefined;
    },
  };
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** True for one of the 10,000 most used passwords, in any case of letters. */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords();
  return (await commonPasswords).has(password.toLowerCase());
}

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, commonPasswordsCount));
}
