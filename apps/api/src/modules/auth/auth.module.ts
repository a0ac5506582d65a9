import type { Database, Transaction } from '@skein/db';
import type { SignInSettings } from '../../platform/config/security-settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Locale } from '../../platform/messages.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { RateLimitsModule } from '../../platform/rate-limits/index.ts';
import type { EmailModule } from '../../platform/email/index.ts';
import type { CurrentSiteSettings } from '../instance/index.ts';
import type { UsersModule } from '../users/index.ts';
import { createAccessTokens } from './sessions/access-tokens.ts';
import { changePassword } from './passwords/change-password.ts';
import { confirmPassword, requireOwnCredentials } from './sign-in/confirm-password.ts';
import type { PasswordEntry } from './sign-in/confirm-password.ts';
import {
  changeEmail,
  getEmailStatus,
  isEmailTaken,
  releaseEmail,
  sendVerificationEmail,
  verifyEmail,
} from './email/email-verification.ts';
import { createEmailVerificationsRepository } from './email/email-verifications.repository.ts';
import { endAllSessionsByLink } from './sessions/end-all-sessions.ts';
import { exchangeSession } from './sessions/exchange-session.ts';
import { createLoginThrottle } from './sign-in/login-throttling.ts';
import { login } from './sign-in/login.ts';
import { endSession, listSessions } from './sessions/own-sessions.ts';
import { createIdentitiesRepository } from './oidc/identities.repository.ts';
import { createOidcCookie } from './oidc/oidc-cookie.ts';
import { createOidcModule } from './oidc/oidc.module.ts';
import { createOwnSessionsRepository } from './sessions/own-sessions.repository.ts';
import { createPasswordResetsRepository } from './passwords/password-resets.repository.ts';
import { createPasskeysModule } from './passkeys/passkeys.module.ts';
import { createPasskeysRepository } from './passkeys/passkeys.repository.ts';
import { createPasswords } from './passwords/passwords.ts';
import { getInvitation, register } from './registration/register.ts';
import { createRegistrationChallenges } from './registration/registration-challenges.ts';
import { createRegistrationsRepository } from './registration/registrations.repository.ts';
import { forgotPassword, offerAdministration, resetPassword } from './passwords/reset-password.ts';
import { createSecurityEmails } from './email/security-emails.ts';
import type { EventOrigin } from './email/security-emails.ts';
import { createSessionEndLinks } from './sessions/session-end-links.ts';
import { createSessionCache } from './sessions/session-cache.ts';
import { createSessionsRepository } from './sessions/sessions.repository.ts';
import { createSessions } from './sessions/sessions.ts';
import type { Device } from './sessions/sessions.ts';
import { createStreamCookie } from './sessions/stream-cookie.ts';
import { createTwoFactorModule } from './two-factor/two-factor.module.ts';
import { createVerificationEmails } from './email/verification-emails.ts';

interface AuthDependencies extends SignInSettings {
  database: Database;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  users: UsersModule;
  emailSender: Pick<EmailModule, 'send' | 'emailDirectory'>;
  clock: Clock;
  logger: Logger;
  jwtSecret: string;
  bcryptCost: number;
  siteSettings: CurrentSiteSettings;
  /** The instance's public URL. */
  publicUrl: URL;
}

export type AuthModule = ReturnType<typeof createAuthModule>;

/** What the use cases of this module share. */
function createCore({ rateLimiter, ...options }: AuthDependencies) {
  const { database, clock } = options;
  const repository = createSessionsRepository(database);
  const { transaction } = repository;
  const cache = createSessionCache(clock);
  const accessTokens = createAccessTokens({ secret: options.jwtSecret });
  const sessions = createSessions({ repository, accessTokens, cache, clock });
  const ownRepository = createOwnSessionsRepository(database);
  const verifications = createEmailVerificationsRepository(database);
  const links = createSessionEndLinks(options.jwtSecret, options.publicUrl);
  const loginThrottle = createLoginThrottle({
    rateLimiter,
    listAddresses: (userId) => ownRepository.listAddresses(userId),
  });
  return {
    ...options,
    repository,
    rateLimiter,
    transaction,
    cache,
    sessions,
    own: { repository: ownRepository, cache, clock },
    links,
    challenges: createPasskeysRepository(database),
    securityEmails: createSecurityEmails({ ...options, rateLimiter, own: ownRepository, links }),
    verifications,
    verificationEmails: createVerificationEmails({ ...options, rateLimiter, verifications }),
    loginThrottle,
    passwords: createPasswords({ bcryptCost: options.bcryptCost }),
    resets: createPasswordResetsRepository(database),
    registrations: createRegistrationsRepository(database),
    registrationChallenges: createRegistrationChallenges(options),
    passkeys: createPasskeysModule({ ...options, sessions, transaction }),
    twoFactor: createTwoFactorModule({ ...options, rateLimiter, transaction }),
  };
}

export function createAuthModule(dependencies: AuthDependencies) {
  const core = createCore(dependencies);
  const { repository, transaction, cache, sessions, own, users, loginThrottle, passwords } = core;
  const { clock, twoFactor, passkeys, securityEmails } = core;
  const isHttps = core.publicUrl.protocol === 'https:';

  return {
    resolveViewer: sessions.resolveViewer,
    sessionCache: cache,
    /** The live ones among these sessions, with their expiry times. */
    listLiveSessions: (ids: readonly string[]) => repository.listLive(ids, clock.now()),
    streamCookie: createStreamCookie({ isHttps }),
    oidcCookie: createOidcCookie({ isHttps }),

    register: (input: Parameters<typeof register>[1], device: Device & { locale: Locale }) =>
      registerAndSend(core, input, device),

    ...bindRetention(core),
    createRegistrationChallenge: () => core.registrationChallenges.create(),
    suggestUsernames: users.suggestUsernames,
    getInvitation: (code: string) => getInvitation(core, code),

    async login(input: Parameters<typeof login>[1], origin: EventOrigin) {
      const signedIn = await login(core, input, origin);
      securityEmails.notify(signedIn.response.user.id, 'signIn', origin);
      return signedIn;
    },

    twoFactor,
    passkeys,
    oidc: createOidcModule({
      ...core,
      identities: createIdentitiesRepository(core.database),
      sendWelcomeEmail: (user, locale) => sendWelcomeEmail(core, user, locale),
    }),
    securityEmails,

    email: bindEmail(core),

    async exchangeSession(
      viewer: Viewer,
      input: Parameters<typeof exchangeSession>[2],
      origin: EventOrigin,
    ) {
      const { isNew, ...signedIn } = await exchangeSession(core, viewer, input);
      if (isNew) securityEmails.notify(viewer.userId, 'signIn', origin);
      return signedIn;
    },

    async logout(viewer: Viewer): Promise<void> {
      await sessions.revoke(viewer.sessionId);
    },

    ...bindPasswords(core),

    listSessions: (viewer: Viewer) => listSessions(own, viewer),
    endSession: (viewer: Viewer, sessionId: string) => endSession(own, viewer, sessionId),

    endAllSessionsByLink: (token: string) => endAllSessionsByLink(core, token),

    /** Signs out all devices of the account. */
    async endAllSessions(userId: string): Promise<void> {
      const ended = await transaction((tx) => sessions.revokeAll(tx, userId));
      sessions.forget(ended);
    },

    /** Does the same as `endAllSessions` in a transaction. Call `forgetSessions` with the result after the commit. */
    revokeAllSessions: (tx: Transaction, userId: string): Promise<string[]> =>
      sessions.revokeAll(tx, userId),
    forgetSessions: (sessionIds: readonly string[]): void => sessions.forget(sessionIds),

    /**
     * For irreversible actions.
     * @throws RateLimitedError after too many failures
     * @throws AppError `wrong_password`
     */
    async confirmPassword(viewer: Viewer, entry: PasswordEntry): Promise<void> {
      const credentials = await requireOwnCredentials(users, viewer);
      await confirmPassword({ passwords, loginThrottle }, viewer, credentials, entry);
    },
  };
}

/** Returns null if the account waits for approval. */
async function registerAndSend(
  core: ReturnType<typeof createCore>,
  input: Parameters<typeof register>[1],
  device: Device & { locale: Locale },
): ReturnType<typeof register> {
  const { verificationEmails } = core;
  const { locale } = device;
  const signedIn = await register(core, input, device).catch((error: unknown) => {
    if (isEmailTaken(error)) verificationEmails.offer(input.email, locale);
    throw error;
  });
  if (signedIn === null) return null;
  sendWelcomeEmail(core, signedIn.response.user, locale);
  return signedIn;
}

/** The first email to a new account, whose address is not verified. */
function sendWelcomeEmail(
  core: ReturnType<typeof createCore>,
  { id, email }: { id: string; email: string },
  locale: Locale,
): void {
  const { users, verificationEmails } = core;
  if (verificationEmails.isOn) verificationEmails.welcome(id, locale);
  else if (users.isConfiguredEmail(email)) offerAdministration(core, { id, email }, locale);
}

function bindEmail(core: ReturnType<typeof createCore>) {
  return {
    getStatus: (viewer: Viewer) => getEmailStatus(core, viewer),
    change: (viewer: Viewer, input: Parameters<typeof changeEmail>[2], origin: EventOrigin) =>
      changeEmail(core, viewer, input, origin),
    sendVerification: (viewer: Viewer, idempotency: Idempotency, locale: Locale) =>
      sendVerificationEmail(core, viewer, idempotency, locale),
    verify: (viewer: Viewer, token: string) => verifyEmail(core, viewer, token),
    release: (token: string) => releaseEmail(core, token),
  };
}

/** Background jobs. */
function bindRetention(core: ReturnType<typeof createCore>) {
  const { clock, resets, verifications, registrations, siteSettings } = core;
  return {
    /** Removes links that set a password, and links that verify an address. */
    async removeExpiredLinks(): Promise<void> {
      await resets.deleteExpired(clock.now());
      await verifications.deleteExpired(clock.now());
    },
    removeOldRegistrationAddresses: () =>
      registrations.deleteAddresses(clock.now(), siteSettings.current().addressDays),
  };
}

function bindPasswords(core: ReturnType<typeof createCore>) {
  const { securityEmails } = core;
  return {
    async changePassword(
      viewer: Viewer,
      input: Parameters<typeof changePassword>[2],
      origin: EventOrigin,
    ): Promise<void> {
      await changePassword(core, viewer, input, origin);
      securityEmails.notify(viewer.userId, 'passwordChanged', origin);
    },

    forgotPassword: (email: string, locale: Locale) => forgotPassword(core, email, locale),
    async resetPassword(
      input: Parameters<typeof resetPassword>[1],
      origin: EventOrigin,
    ): Promise<void> {
      securityEmails.notify(await resetPassword(core, input), 'passwordChanged', origin);
    },
  };
}
