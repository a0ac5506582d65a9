import type { AuthResponse, registerBodySchema } from '@skein/contracts/auth';
import type { Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import type { z } from 'zod';
import { addressKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { Unrendered } from '../../../platform/results.ts';
import { success } from '../../../platform/results.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '../../../platform/errors.ts';
import type { Locale } from '../../../platform/messages.ts';
import { requireAllowedAddress, requireAllowedEmail } from '../../instance/index.ts';
import { insertUser, requireUnreserved } from '../../users/index.ts';
import type { UsersModule } from '../../users/index.ts';
import { isEmailTaken } from '../email/email-links.ts';
import { sendWelcomeEmail } from '../email/send-welcome-email.ts';
import type { WelcomeEmailDependencies } from '../email/send-welcome-email.ts';
import { requireStrongPassword } from '../sign-in/check-password.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { invalidProof } from './registration-challenges.ts';
import type { RegistrationChallenges } from './registration-challenges.ts';
import { canInvite, chooseRegistrationPath } from './registration.policy.ts';
import type { RegistrationPath } from './registration.policy.ts';
import type { Device, OpenedSession, Sessions } from '../sessions/sessions.ts';
import { consumeChallenge } from '../passkeys/passkeys.repository.ts';
import {
  findInviter,
  recordRegistrationAddress,
  requestApproval,
  consumeInvitation,
} from './registrations.repository.ts';

interface RegisterDependencies extends WelcomeEmailDependencies {
  users: UsersModule;
  passwords: Passwords;
  sessions: Sessions;
  registrationChallenges: RegistrationChallenges;
  hasPasswordSignIn: boolean;
}

type InvitationDependencies = Pick<RegisterDependencies, 'database' | 'siteSettings' | 'clock'> & {
  users: Pick<UsersModule, 'toRole'>;
};

/** The response, and the session it contains. */
export interface SignedIn {
  response: Unrendered<AuthResponse>;
  session: OpenedSession;
}

/**
 * Creates an account and its first session. Returns null if the account waits for approval.
 * @throws ValidationError for a blocked email domain, an unsolved challenge, a reserved username, a weak password, a
 * missing reason and an invitation that cannot be used
 * @throws ConflictError `email_taken`, `username_taken`
 * @throws ForbiddenError if registration is closed or not possible with a password, an invitation is missing, or
 * the IP address is blocked
 */
export async function register(
  dependencies: RegisterDependencies,
  input: z.output<typeof registerBodySchema>,
  device: Device & { locale: Locale },
): Promise<SignedIn | null> {
  const { locale } = device;
  const signedIn = await createAccount(dependencies, input, device).catch((error: unknown) => {
    if (isEmailTaken(error)) dependencies.verificationEmails.offer(input.email, locale);
    throw error;
  });
  if (signedIn !== null) sendWelcomeEmail(dependencies, signedIn.response.user, locale);
  return signedIn;
}

async function createAccount(
  dependencies: RegisterDependencies,
  input: z.output<typeof registerBodySchema>,
  device: Device & { locale: Locale },
): Promise<SignedIn | null> {
  const { users, passwords, database, sessions, siteSettings } = dependencies;
  if (!dependencies.hasPasswordSignIn) {
    throw new ForbiddenError('error.passwordRegistrationOff');
  }
  const path = chooseRegistrationPath(siteSettings.current().registrationMode, input);
  requireAllowedAddress(siteSettings, device.address);
  requireAllowedEmail(siteSettings, input.email);
  const proof = siteSettings.current().requiresProofOfWork
    ? await dependencies.registrationChallenges.verify(input.proof)
    : null;
  requireUnreserved(input.username);
  await requireStrongPassword(input.password, { email: input.email, path: 'password' });
  const passwordHash = await passwords.hash(input.password, addressKey(device.address));
  const { firstName, lastName, username, email } = input;
  const name = `${firstName} ${lastName}`;
  const opened = await database.$transaction(async (tx) => {
    if (proof !== null && !(await consumeChallenge(tx, proof))) {
      throw invalidProof();
    }
    const userId = await insertUser(tx, { name, username, email, passwordHash });
    await recordRegistrationAddress(tx, userId, device.address);
    const isPending = await followPath(dependencies, tx, path, { userId, locale: device.locale });
    return isPending ? null : { userId, session: await sessions.open(userId, device, tx) };
  });
  if (opened === null) return null;
  const { userId, session } = opened;
  const user = await users.getCurrentUser(userId);
  const message = withValues('success.welcome', { instance: siteSettings.current().name, name });
  return { session, response: { ...success(message), token: session.token, user } };
}

/** @throws NotFoundError if the invitation cannot be used */
export async function getInvitation(
  dependencies: InvitationDependencies,
  code: string,
): Promise<{ inviter: { name: string; username: string } }> {
  const inviter = await findPermittedInviter(dependencies, code);
  if (inviter === null) throw new NotFoundError('error.invitationEnded');
  return { inviter: { name: inviter.name, username: inviter.username } };
}

/**
 * Null also if the role of the creator may no longer invite: an invitation that was created while the
 * settings or the role changed was not revoked with the others.
 */
async function findPermittedInviter(
  { database, users, siteSettings, clock }: InvitationDependencies,
  code: string,
  tx?: Transaction,
) {
  const inviter = await findInviter(tx ?? database, code, clock.now());
  if (inviter === null) return null;
  return canInvite(users.toRole(inviter), siteSettings.current().inviters) ? inviter : null;
}

/** Returns whether the account waits for approval. */
export async function followPath(
  dependencies: InvitationDependencies,
  tx: Transaction,
  path: RegistrationPath,
  applicant: { userId: string; locale: Locale },
): Promise<boolean> {
  const { clock } = dependencies;
  if (path.kind === 'consumeInvitation') {
    const inviter = await findPermittedInviter(dependencies, path.invitation, tx);
    const isUsed = inviter !== null && (await consumeInvitation(tx, path.invitation, clock.now()));
    if (!isUsed) {
      const message = 'error.invitationEnded';
      throw new ValidationError([{ path: 'invitation', message }]);
    }
  }
  if (path.kind !== 'requestApproval') return false;
  await requestApproval(tx, { ...applicant, reason: path.reason }, clock.now());
  return true;
}
