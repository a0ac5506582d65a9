import type { TwoFactorStatus } from '@skein/contracts/auth';
import type { Database, Transaction } from '@skein/db';
import type { RateLimitsModule } from '../../../platform/rate-limits/index.ts';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import { minuteMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, ConflictError, ValidationError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { lockAccounts } from '../../users/index.ts';
import type { UsersModule } from '../../users/index.ts';
import { createRecoveryCodes, hashRecoveryCode, isRecoveryCode } from './recovery-codes.ts';
import type { Totp } from './totp.ts';
import {
  confirmTotpSecret,
  countRecoveryCodes,
  findTotpSecret,
  insertTotpSecret,
  isTwoFactorSession,
  markTwoFactorSession,
  removeTwoFactor,
  storeRecoveryCodes,
  consumeRecoveryCode,
  consumeTotpStep,
} from './two-factor.repository.ts';

/** The time to scan the QR code and enter the first code. */
const setupLifetimeMs = 15 * minuteMs;

export interface TwoFactorDependencies {
  users: Pick<UsersModule, 'getCurrentUser'>;
  database: Database;
  totp: Totp;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  clock: Clock;
}

export async function getTwoFactorStatus(
  { database }: Pick<TwoFactorDependencies, 'database'>,
  { userId }: Viewer,
): Promise<TwoFactorStatus> {
  const [secret, recoveryCodesLeft] = await Promise.all([
    findTotpSecret(database, userId),
    countRecoveryCodes(database, userId),
  ]);
  const enabledAt = secret?.confirmedAt?.toISOString() ?? null;
  return { isEnabled: enabledAt !== null, enabledAt, recoveryCodesLeft };
}

/**
 * Creates a secret, which takes effect once a code of it is entered.
 * @throws ConflictError if two-factor authentication is on
 */
export async function setUpTwoFactor(
  { users, database, totp, clock }: TwoFactorDependencies,
  { userId }: Viewer,
): Promise<{ secret: string; uri: string }> {
  const { username } = await users.getCurrentUser(userId);
  const { secret, encrypted, uri } = totp.create(userId, username);
  const createdAt = clock.now();
  if (!(await insertTotpSecret(database, userId, { encryptedSecret: encrypted, createdAt }))) {
    throw new ConflictError('conflict', 'error.twoFactorOn');
  }
  return { secret, uri };
}

/**
 * Turns on two-factor authentication and returns the recovery codes.
 * @throws ConflictError without a secret that was created in the last 15 minutes
 * @throws ValidationError for a wrong code
 */
export async function confirmTwoFactor(
  { database, totp, clock }: TwoFactorDependencies,
  { userId, sessionId }: Viewer,
  code: string,
): Promise<string[]> {
  const now = clock.now();
  const pending = await findTotpSecret(database, userId);
  const isPending = pending?.confirmedAt === null && !isOutdated(pending.createdAt, now);
  if (!isPending) throw setupExpired();
  const { encryptedSecret, createdAt } = pending;
  const step = totp.findStep(code, { userId, encryptedSecret, now });
  if (step === null) {
    const message = 'error.codeNotRight';
    throw new ValidationError([{ path: 'code', message }]);
  }
  const codes = createRecoveryCodes();
  await database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    if (!(await confirmTotpSecret(tx, userId, { createdAt, confirmedAt: now, step }))) {
      throw setupExpired();
    }
    await storeRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
    await markTwoFactorSession(tx, sessionId);
  });
  return codes;
}

export async function isTwoFactorOn(
  { database }: Pick<TwoFactorDependencies, 'database'>,
  userId: string,
): Promise<boolean> {
  const secret = await findTotpSecret(database, userId);
  return Boolean(secret?.confirmedAt);
}

/** @throws AppError `two_factor_required` for a session without a second factor or passkey */
export async function requireTwoFactorSession(
  { database }: Pick<TwoFactorDependencies, 'database'>,
  { sessionId }: Viewer,
): Promise<void> {
  if (await isTwoFactorSession(database, sessionId)) return;
  throw new AppError('two_factor_required', 'error.twoFactorRequired');
}

/** @throws ConflictError if two-factor authentication is off */
export async function replaceRecoveryCodes(
  { database }: TwoFactorDependencies,
  { userId }: Viewer,
): Promise<string[]> {
  const codes = createRecoveryCodes();
  await database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    const secret = await findTotpSecret(tx, userId);
    if (!secret?.confirmedAt) {
      throw new ConflictError('conflict', 'error.twoFactorOff');
    }
    await storeRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
  });
  return codes;
}

export async function turnOffTwoFactor(
  { database }: Pick<TwoFactorDependencies, 'database'>,
  userId: string,
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    return removeTwoFactor(tx, userId);
  });
}

/** The second step of a sign-in with a code. */
export interface SecondStep {
  /** Uses the code, in the transaction that opens the session. False for a wrong or used code. */
  useCode(tx: Transaction): Promise<boolean>;
  /** Call this after the commit. */
  succeed(): Promise<void>;
}

/**
 * Prepares the second step of a sign-in; null for an account without one. Codes of the app count
 * against a limit of the account before they are compared. Recovery codes need no limit of their
 * own, so that an attacker who has exhausted it does not lock out the owner.
 * @throws AppError `second_factor_required` without a code
 * @throws RateLimitedError after too many wrong codes
 */
export async function prepareSecondStep(
  { database, totp, rateLimiter, clock }: TwoFactorDependencies,
  userId: string,
  code: string | undefined,
): Promise<SecondStep | null> {
  const secret = await findTotpSecret(database, userId);
  if (!secret?.confirmedAt) return null;
  if (!code) {
    throw new AppError('second_factor_required', 'error.secondFactorRequired');
  }
  if (isRecoveryCode(code)) {
    return {
      useCode: (tx) => consumeRecoveryCode(tx, userId, hashRecoveryCode(code)),
      succeed: () => Promise.resolve(),
    };
  }
  const attempt = await rateLimiter.consume('secondFactorFailures', userKey(userId));
  const { encryptedSecret } = secret;
  const step = totp.findStep(code, { userId, encryptedSecret, now: clock.now() });
  return {
    useCode: async (tx) => step !== null && consumeTotpStep(tx, userId, step),
    succeed: () => attempt.refund(),
  };
}

export function invalidCode(): AppError {
  return new AppError('invalid_code', 'error.codeInvalid');
}

function isOutdated(createdAt: Date, now: Date): boolean {
  return createdAt.getTime() + setupLifetimeMs < now.getTime();
}

function setupExpired(): ConflictError {
  return new ConflictError('conflict', 'error.twoFactorSetupExpired');
}
