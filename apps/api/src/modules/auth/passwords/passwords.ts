import { availableParallelism } from 'node:os';
import { passwordMaxBytes } from '@skein/contracts/limits';
import bcrypt from 'bcrypt';
import { createFairQueue } from '../../../platform/fair-queue.ts';

/** Each hash keeps a core busy for a good part of a second. */
const concurrentHashesMax = Math.min(4, availableParallelism());
/** A longer queue would mean waiting more than about half a minute on one core. */
const waitingHashesMax = 200;
const commonPasswordsCount = 10_000;

/** The owner of hashes without a request. */
const commandLine = 'command line';

/** Stored for an account without a password. No password matches it, because it is not a hash. */
export const noPasswordHash = '!';

export type Passwords = ReturnType<typeof createPasswords>;

export function createPasswords(options: { bcryptCost: number }) {
  const queue = createFairQueue({
    slots: concurrentHashesMax,
    ownerSlots: Math.max(1, Math.floor(concurrentHashesMax / 2)),
    ownerWaitingMax: waitingHashesMax / 2,
    waitingMax: waitingHashesMax,
    waitMaxMs: 15_000,
  });
  const hash = (password: string, owner = commandLine): Promise<string> =>
    queue.run({ owner }, () => bcrypt.hash(password, options.bcryptCost));
  // Compared with for an unknown address, so that it takes as long as a known one.
  const decoy = hash('no account has this');

  return {
    /** @param owner the rate limit key of the user, or of the IP address when signed out */
    hash,

    /**
     * Returns whether the password matches. Takes as long without an account or a password.
     * @param owner as in `hash`
     */
    async matches(
      password: string,
      passwordHash: string | undefined,
      owner: string,
    ): Promise<boolean> {
      const hasPassword = passwordHash !== undefined && passwordHash !== noPasswordHash;
      const compared = hasPassword ? passwordHash : await decoy;
      const isEqual = await queue.run({ owner }, () => bcrypt.compare(password, compared));
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
