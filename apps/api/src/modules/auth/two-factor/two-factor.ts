import type { TwoFactorStatus } from '@skein/contracts/auth';
import type { Transaction } from '@skein/db';
import type { RateLimitsModule } from '../../../platform/rate-limits/index.ts';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, ConflictError, ValidationError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { lockAccounts } from '../../users/index.ts';
import type { UsersModule } from '../../users/index.ts';
import { createRecoveryCodes, hashRecoveryCode, isRecoveryCode } from './recovery-codes.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import type { Totp } from './totp.ts';
import type { TwoFactorRepository } from './two-factor.repository.ts';

/** The time to scan the QR code and enter the first code. */
const setupLifetimeMs = 15 * 60 * 1000;

export interface TwoFactorDependencies {
  users: Pick<UsersModule, 'getCurrentUser'>;
  twoFactor: TwoFactorRepository;
  totp: Totp;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  transaction: SessionsRepository['transaction'];
  clock: Clock;
}

export async function getTwoFactorStatus(
  { twoFactor }: Pick<TwoFactorDependencies, 'twoFactor'>,
  { userId }: Viewer,
): Promise<TwoFactorStatus> {
  const [secret, recoveryCodesLeft] = await Promise.all([
    twoFactor.findSecret(userId),
    twoFactor.countRecoveryCodes(userId),
  ]);
  const enabledAt = secret?.confirmedAt?.toISOString() ?? null;
  return { isEnabled: enabledAt !== null, enabledAt, recoveryCodesLeft };
}

/**
 * Creates a secret, which takes effect once a code of it is entered.
 * @throws ConflictError if two-factor authentication is on
 */
export async function setUpTwoFactor(
  { users, twoFactor, totp, clock }: TwoFactorDependencies,
  { userId }: Viewer,
): Promise<{ secret: string; uri: string }> {
  const { username } = await users.getCurrentUser(userId);
  const { secret, encrypted, uri } = totp.create(userId, username);
  const createdAt = clock.now();
  if (!(await twoFactor.insertSecret(userId, { encryptedSecret: encrypted, createdAt }))) {
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
  { twoFactor, totp, transaction, clock }: TwoFactorDependencies,
  { userId, sessionId }: Viewer,
  code: string,
): Promise<string[]> {
  const now = clock.now();
  const pending = await twoFactor.findSecret(userId);
  const isPending = pending?.confirmedAt === null && !isOutdated(pending.createdAt, now);
  if (!isPending) throw setupExpired();
  const { encryptedSecret, createdAt } = pending;
  const step = totp.findStep(code, { userId, encryptedSecret, now });
  if (step === null) {
    const message = 'error.codeNotRight';
    throw new ValidationError([{ path: 'code', message }]);
  }
  const codes = createRecoveryCodes();
  await transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    if (!(await twoFactor.confirmSecret(tx, userId, { createdAt, confirmedAt: now, step }))) {
      throw setupExpired();
    }
    await twoFactor.replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
    await twoFactor.markSession(tx, sessionId);
  });
  return codes;
}

export async function isTwoFactorOn(
  { twoFactor }: Pick<TwoFactorDependencies, 'twoFactor'>,
  userId: string,
): Promise<boolean> {
  const secret = await twoFactor.findSecret(userId);
  return Boolean(secret?.confirmedAt);
}

/** @throws AppError `two_factor_required` for a session without a second factor or passkey */
export async function requireTwoFactorSession(
  { twoFactor }: Pick<TwoFactorDependencies, 'twoFactor'>,
  { sessionId }: Viewer,
): Promise<void> {
  if (await twoFactor.isSessionMarked(sessionId)) return;
  throw new AppError('two_factor_required', 'error.twoFactorRequired');
}

/** @throws ConflictError if two-factor authentication is off */
export async function replaceRecoveryCodes(
  { twoFactor, transaction }: TwoFactorDependencies,
  { userId }: Viewer,
): Promise<string[]> {
  const codes = createRecoveryCodes();
  await transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    const secret = await twoFactor.findSecret(userId, tx);
    if (!secret?.confirmedAt) {
      throw new ConflictError('conflict', 'error.twoFactorOff');
    }
    await twoFactor.replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
  });
  return codes;
}

export async function turnOffTwoFactor(
  { twoFactor, transaction }: Pick<TwoFactorDependencies, 'twoFactor' | 'transaction'>,
  userId: string,
): Promise<boolean> {
  return transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    return twoFactor.remove(tx, userId);
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
  { twoFactor, totp, rateLimiter, clock }: TwoFactorDependencies,
  userId: string,
  code: string | undefined,
): Promise<SecondStep | null> {
  const secret = await twoFactor.findSecret(userId);
  if (!secret?.confirmedAt) return null;
  if (!code) {
    throw new AppError('second_factor_required', 'error.secondFactorRequired');
  }
  if (isRecoveryCode(code)) {
    return {
      useCode: (tx) => twoFactor.useRecoveryCode(tx, userId, hashRecoveryCode(code)),
      succeed: () => Promise.resolve(),
    };
  }
  const attempt = await rateLimiter.consume('secondFactorFailures', userKey(userId));
  const { encryptedSecret } = secret;
  const step = totp.findStep(code, { userId, encryptedSecret, now: clock.now() });
  return {
    useCode: async (tx) => step !== null && twoFactor.useStep(tx, userId, step),
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
