import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Locale } from '../../platform/messages.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { RateLimitsModule } from '../../http/rate-limits/index.ts';
import type { EmailModule } from '../../platform/email/index.ts';
import type { UsersModule } from '../users/index.ts';
import { createAccessTokens } from './access-tokens.ts';
import { changePassword } from './change-password.ts';
import { confirmPassword, requireOwnCredentials } from './confirm-password.ts';
import type { PasswordEntry } from './confirm-password.ts';
import { exchangeSession } from './exchange-session.ts';
import { createLoginThrottle } from './login-throttling.ts';
import { login } from './login.ts';
import { endSession, listSessions } from './own-sessions.ts';
import { createOwnSessionsRepository } from './own-sessions.repository.ts';
import { createPasswordResetsRepository } from './password-resets.repository.ts';
import { createPasswords } from './passwords.ts';
import { register } from './register.ts';
import { forgotPassword, offerAdministration, resetPassword } from './reset-password.ts';
import { createSessionCache } from './session-cache.ts';
import { createSessionsRepository } from './sessions.repository.ts';
import { createSessions } from './sessions.ts';
import type { Device } from './sessions.ts';
import { createStreamCookie } from './stream-cookie.ts';

interface AuthDependencies {
  database: Database;
  rateLimiter: Pick<RateLimitsModule, 'consume' | 'refund'>;
  users: UsersModule;
  emailSender: Pick<EmailModule, 'send'>;
  clock: Clock;
  logger: Logger;
  jwtSecret: string;
  bcryptCost: number;
  instanceName: string;
  /** The instance's public URL. */
  publicUrl: URL;
}

export type AuthModule = ReturnType<typeof createAuthModule>;

export function createAuthModule({
  users,
  rateLimiter,
  instanceName,
  ...options
}: AuthDependencies) {
  const repository = createSessionsRepository(options.database);
  const passwords = createPasswords({ bcryptCost: options.bcryptCost });
  const accessTokens = createAccessTokens({ secret: options.jwtSecret });
  const cache = createSessionCache(options.clock);
  const sessions = createSessions({ repository, accessTokens, cache, clock: options.clock });
  const { transaction } = repository;
  const ownRepository = createOwnSessionsRepository(options.database);
  const loginThrottle = createLoginThrottle({
    rateLimiter,
    listAddresses: (userId) => ownRepository.listAddresses(userId),
  });
  const own = { repository: ownRepository, cache, clock: options.clock };
  const resets = createPasswordResetsRepository(options.database);
  const reset = { ...options, users, instanceName, resets, passwords, sessions, transaction };

  return {
    resolveViewer: sessions.resolveViewer,
    sessionCache: cache,
    /** The live ones among these sessions, with their expiry times. */
    listLiveSessions: (ids: readonly string[]) => repository.listLive(ids, options.clock.now()),
    streamCookie: createStreamCookie({ isHttps: options.publicUrl.protocol === 'https:' }),

    async register(input: Parameters<typeof register>[1], device: Device & { locale: Locale }) {
      const registration = { users, passwords, sessions, transaction, instanceName };
      const signedIn = await register(registration, input, device);
      const { id, email } = signedIn.response.user;
      if (users.isConfiguredAdmin(email)) offerAdministration(reset, { id, email }, device.locale);
      return signedIn;
    },

    login: (input: Parameters<typeof login>[1], device: Device) =>
      login({ users, loginThrottle, passwords, sessions, transaction }, input, device),

    exchangeSession: (viewer: Viewer, device: Device & { bearerToken: string | undefined }) =>
      exchangeSession({ users, sessions }, viewer, device),

    async logout(viewer: Viewer): Promise<void> {
      await sessions.revoke(viewer.sessionId);
    },

    changePassword: (
      viewer: Viewer,
      input: Parameters<typeof changePassword>[2],
      device: Pick<Device, 'address'>,
    ) => changePassword({ ...reset, loginThrottle }, viewer, input, device),
    forgotPassword: (email: string, locale: Locale) => forgotPassword(reset, email, locale),
    resetPassword: (input: Parameters<typeof resetPassword>[1]) => resetPassword(reset, input),

    listSessions: (viewer: Viewer) => listSessions(own, viewer),
    endSession: (viewer: Viewer, sessionId: string) => endSession(own, viewer, sessionId),

    /** Signs out all devices of the account. */
    async endAllSessions(userId: string): Promise<void> {
      const ended = await transaction((tx) => sessions.revokeAll(tx, userId));
      sessions.forget(ended);
    },

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
