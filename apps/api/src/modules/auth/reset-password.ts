import type { resetPasswordBodySchema } from '@skein/contracts/auth';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { ValidationError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import type { EmailModule } from '../../platform/email/index.ts';
import type { Locale } from '../../platform/messages.ts';
import { lockAccounts } from '../users/index.ts';
import type { UsersModule } from '../users/index.ts';
import { requireGoodPassword } from './check-password.ts';
import type { PasswordResetsRepository } from './password-resets.repository.ts';
import type { Passwords } from './passwords.ts';
import { hashResetToken, makeResetLink, resetLinkLifetimeMs } from './reset-links.ts';
import { composeAdministratorEmail, composeResetEmail } from './reset-mail.ts';
import type { Sessions } from './sessions.ts';
import type { SessionsRepository } from './sessions.repository.ts';

/** More within the hour would only fill a letter box. */
const letterCountMax = 5;

export interface ResetDependencies {
  users: Pick<UsersModule, 'findCredentials' | 'setPasswordByResetLink'>;
  resets: PasswordResetsRepository;
  passwords: Passwords;
  sessions: Sessions;
  transaction: SessionsRepository['transaction'];
  emailSender: Pick<EmailModule, 'send'>;
  clock: Clock;
  logger: Logger;
  instanceName: string;
  publicUrl: URL;
}

type SendingDependencies = Pick<
  ResetDependencies,
  'resets' | 'emailSender' | 'clock' | 'logger' | 'instanceName' | 'publicUrl'
>;

interface LinkLetter {
  userId: string;
  email: string;
  locale: Locale;
  compose: typeof composeResetEmail;
}

/**
 * Sends the owner of an address a link that sets a new password. Whether there is one is told by
 * nothing, neither words nor time: all that differs happens after the answer.
 */
export async function forgotPassword(
  dependencies: ResetDependencies,
  email: string,
  locale: Locale,
): Promise<void> {
  const account = await dependencies.users.findCredentials(email);
  if (!account?.isActive) return;
  startSending(dependencies, { userId: account.id, email, locale, compose: composeResetEmail });
}

/**
 * To an address that is named as an administrator's, when somebody registers with it: the account
 * is one only once this link was used, and then it is nobody's but the owner's of the address.
 */
export function offerAdministration(
  dependencies: SendingDependencies,
  account: { id: string; email: string },
  locale: Locale,
): void {
  const { id: userId, email } = account;
  startSending(dependencies, { userId, email, locale, compose: composeAdministratorEmail });
}

/** After the answer. */
function startSending(dependencies: SendingDependencies, letter: LinkLetter): void {
  void sendLink(dependencies, letter).catch((error: unknown) => {
    dependencies.logger.error({ err: error }, 'a link to set a password could not be made');
  });
}

async function sendLink(
  { resets, emailSender, clock, instanceName, publicUrl }: SendingDependencies,
  { userId, email, locale, compose }: LinkLetter,
): Promise<void> {
  const oneHourAgo = new Date(clock.now().getTime() - resetLinkLifetimeMs);
  await resets.deleteExpired(oneHourAgo);
  if ((await resets.countSince(userId, oneHourAgo)) >= letterCountMax) return;
  const link = await makeResetLink({ resets, clock, publicUrl }, userId);
  emailSender.send({ to: email, ...compose({ locale, instanceName, link }) });
}

/**
 * Sets a new password with the token of such a link, which works once, and proves the address.
 * Whoever was signed in, or knew the old password, is out.
 * @throws ValidationError for a token that does not work, and a password too easy to guess
 */
export async function resetPassword(
  { users, resets, passwords, sessions, transaction, clock }: ResetDependencies,
  input: z.output<typeof resetPasswordBodySchema>,
): Promise<void> {
  const tokenHash = hashResetToken(input.token);
  // Before the work of hashing a password, which is not for everybody to cause.
  const owner = await resets.findOwner(tokenHash, clock.now());
  if (owner === null) throw linkNotWorking();
  await requireGoodPassword(input.password, { email: owner.email, path: 'password' });
  const passwordHash = await passwords.hash(input.password);
  const ended = await transaction(async (tx) => {
    // Before the tokens, as a change of the password does: neither waits for the other in a circle.
    await lockAccounts(tx, [owner.id]);
    if (!(await resets.use(tx, tokenHash, clock.now()))) throw linkNotWorking();
    await users.setPasswordByResetLink(tx, owner.id, { passwordHash, at: clock.now() });
    return sessions.revokeAll(tx, owner.id);
  });
  sessions.forget(ended);
}

function linkNotWorking(): ValidationError {
  const message = 'This link has been used already or is too old. Please ask for a new one.';
  return new ValidationError([{ path: 'token', message }]);
}
