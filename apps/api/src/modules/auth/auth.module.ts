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
import { changeEmail, restoreEmail } from './email/change-email.ts';
import {
  getEmailStatus,
  releaseEmail,
  sendVerificationEmail,
  verifyEmail,
} from './email/email-verification.ts';
import { createSecurityEmails } from './email/security-emails.ts';
import type { EventOrigin } from './email/security-emails.ts';
import { createVerificationEmails } from './email/verification-emails.ts';
import { createOidcCookie } from './oidc/oidc-cookie.ts';
import { createOidcModule } from './oidc/oidc.module.ts';
import { createPasskeysModule } from './passkeys/passkeys.module.ts';
import { changePassword } from './passwords/change-password.ts';
import { createPasswords } from './passwords/passwords.ts';
import { forgotPassword, resetPassword } from './passwords/reset-password.ts';
import { createRegistrationChallenges } from './registration/registration-challenges.ts';
import { deleteRegistrationAddresses } from './registration/registrations.repository.ts';
import { getInvitation, register } from './registration/register.ts';
import { removeExpiredLinks } from './remove-expired-links.ts';
import { createAccessTokens } from './sessions/access-tokens.ts';
import { endAllSessions, endAllSessionsByLink } from './sessions/end-all-sessions.ts';
import { exchangeSession } from './sessions/exchange-session.ts';
import { endSession, listSessions } from './sessions/own-sessions.ts';
import { createSessionCache } from './sessions/session-cache.ts';
import { createSessionEndLinks } from './sessions/session-end-links.ts';
import { selectLiveSessions } from './sessions/sessions.repository.ts';
import { createSessions } from './sessions/sessions.ts';
import type { Device } from './sessions/sessions.ts';
import { createStreamCookie } from './sessions/stream-cookie.ts';
import { confirmOwnPassword } from './sign-in/confirm-password.ts';
import type { PasswordEntry } from './sign-in/confirm-password.ts';
import { createLoginThrottle } from './sign-in/login-throttling.ts';
import { login } from './sign-in/login.ts';
import { createTwoFactorModule } from './two-factor/two-factor.module.ts';

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
function createDependencies(options: AuthDependencies) {
  const { database, clock, jwtSecret } = options;
  const cache = createSessionCache(clock);
  const accessTokens = createAccessTokens({ secret: jwtSecret });
  const links = createSessionEndLinks(jwtSecret, options.publicUrl);
  return {
    ...options,
    cache,
    sessions: createSessions({ database, accessTokens, cache, clock }),
    links,
    securityEmails: createSecurityEmails({ ...options, links }),
    verificationEmails: createVerificationEmails(options),
    loginThrottle: createLoginThrottle(options),
    passwords: createPasswords(options),
    registrationChallenges: createRegistrationChallenges(options),
    twoFactor: createTwoFactorModule(options),
  };
}

export function createAuthModule(options: AuthDependencies) {
  const deps = createDependencies(options);
  const { database, clock, users, sessions, twoFactor, securityEmails, siteSettings } = deps;
  const isHttps = deps.publicUrl.protocol === 'https:';

  return {
    resolveViewer: sessions.resolveViewer,
    sessionCache: deps.cache,
    /** The live ones among these sessions, with their expiry times. */
    listLiveSessions: (ids: readonly string[]) => selectLiveSessions(database, ids, clock.now()),
    streamCookie: createStreamCookie({ isHttps }),
    oidcCookie: createOidcCookie({ isHttps }),

    register: (input: Parameters<typeof register>[1], device: Device & { locale: Locale }) =>
      register(deps, input, device),
    createRegistrationChallenge: () => deps.registrationChallenges.create(),
    suggestUsernames: users.suggestUsernames,
    getInvitation: (code: string) => getInvitation(deps, code),

    login: (input: Parameters<typeof login>[1], origin: EventOrigin) => login(deps, input, origin),
    exchangeSession: (
      viewer: Viewer,
      input: Parameters<typeof exchangeSession>[2],
      origin: EventOrigin,
    ) => exchangeSession(deps, viewer, input, origin),
    logout: async ({ sessionId }: Viewer): Promise<void> => void (await sessions.revoke(sessionId)),

    twoFactor,
    passkeys: createPasskeysModule(deps),
    oidc: createOidcModule(deps),
    securityEmails,
    email: createEmailActions(deps),

    changePassword: (
      viewer: Viewer,
      input: Parameters<typeof changePassword>[2],
      origin: EventOrigin,
    ) => changePassword(deps, viewer, input, origin),
    forgotPassword: (email: string, locale: Locale) => forgotPassword(deps, email, locale),
    resetPassword: (input: Parameters<typeof resetPassword>[1], origin: EventOrigin) =>
      resetPassword(deps, input, origin),
    /** For irreversible actions. */
    confirmPassword: (viewer: Viewer, entry: PasswordEntry) =>
      confirmOwnPassword(deps, viewer, entry),

    listSessions: (viewer: Viewer) => listSessions(deps, viewer),
    endSession: (viewer: Viewer, sessionId: string) => endSession(deps, viewer, sessionId),
    endAllSessionsByLink: (token: string) => endAllSessionsByLink(deps, token),
    endAllSessions: (userId: string) => endAllSessions(deps, userId),
    /** Does the same as `endAllSessions` in a transaction. Call `forgetSessions` with the result after the commit. */
    revokeAllSessions: (tx: Transaction, userId: string) => sessions.revokeAll(tx, userId),
    forgetSessions: (sessionIds: readonly string[]) => sessions.forget(sessionIds),

    /** Background jobs. */
    removeExpiredLinks: () => removeExpiredLinks(deps),
    removeOldRegistrationAddresses: () =>
      deleteRegistrationAddresses(database, clock.now(), siteSettings.current().addressDays),
  };
}

function createEmailActions(deps: ReturnType<typeof createDependencies>) {
  return {
    getStatus: (viewer: Viewer) => getEmailStatus(deps, viewer),
    change: (viewer: Viewer, input: Parameters<typeof changeEmail>[2], origin: EventOrigin) =>
      changeEmail(deps, viewer, input, origin),
    sendVerification: (viewer: Viewer, idempotency: Idempotency, locale: Locale) =>
      sendVerificationEmail(deps, viewer, idempotency, locale),
    verify: (viewer: Viewer, token: string, locale: Locale) =>
      verifyEmail(deps, viewer, token, locale),
    release: (token: string) => releaseEmail(deps, token),
    restore: (token: string) => restoreEmail(deps, token),
  };
}
