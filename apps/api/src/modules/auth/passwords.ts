import { passwordMaxBytes } from '@skein/contracts/limits';
import bcrypt from 'bcrypt';
import pLimit from 'p-limit';
import { UnavailableError } from '../../platform/errors.ts';

/** Each hash keeps a core busy for a good part of a second. */
const concurrentHashesMax = 4;
/** A longer queue would mean waiting more than about half a minute on one core. */
const waitingHashesMax = 200;
const commonPasswordsCount = 10_000;

/** Stored for an account without a password. No password matches it, because it is not a hash. */
export const noPasswordHash = '!';

export type Passwords = ReturnType<typeof createPasswords>;

export function createPasswords(options: { bcryptCost: number }) {
  const queue = pLimit(concurrentHashesMax);
  const limit = <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (queue.pendingCount < waitingHashesMax) return queue(work);
    return Promise.reject(
      new UnavailableError('Too many people are signing in right now. Please try again soon.'),
    );
  };
  const hash = (password: string) => limit(() => bcrypt.hash(password, options.bcryptCost));
  // Compared with for an unknown address, so that it takes as long as a known one.
  const decoy = hash('no account has this');

  return {
    hash,

    /** Whether the password matches; takes as long without an account or a password. */
    async matches(password: string, passwordHash: string | undefined): Promise<boolean> {
      const hasPassword = passwordHash !== undefined && passwordHash !== noPasswordHash;
      const compared = hasPassword ? passwordHash : await decoy;
      const isEqual = await limit(() => bcrypt.compare(password, compared));
      // bcrypt ignores all bytes beyond its limit.
      const isTooLong = Buffer.byteLength(password) > passwordMaxBytes;
      return isEqual && !isTooLong && hasPassword;
    },
  };
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Whether it is one of the 10,000 most common passwords, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords();
  return (await commonPasswords).has(password.toLowerCase());
}

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, commonPasswordsCount));
}
