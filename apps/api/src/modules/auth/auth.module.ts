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
import { createGuessing } from './guessing.ts';
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
  /** The address people use. */
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
  const guessing = createGuessing({
    rateLimiter,
    listAddresses: (userId) => ownRepository.listAddresses(userId),
  });
  const own = { repository: ownRepository, cache, clock: options.clock };
  const resets = createPasswordResetsRepository(options.database);
  const resetting = { ...options, users, instanceName, resets, passwords, sessions, transaction };

  return {
    resolveViewer: sessions.resolveViewer,
    sessionCache: cache,
    /** Of many sessions those that are good, each with when it will expire. */
    listLiveSessions: (ids: readonly string[]) => repository.listLive(ids, options.clock.now()),
    streamCookie: createStreamCookie({ isHttps: options.publicUrl.protocol === 'https:' }),

    async register(input: Parameters<typeof register>[1], device: Device & { locale: Locale }) {
      const registering = { users, passwords, sessions, transaction, instanceName };
      const signedIn = await register(registering, input, device);
      const { id, email } = signedIn.response.user;
      if (users.isConfiguredAdmin(email))
        offerAdministration(resetting, { id, email }, device.locale);
      return signedIn;
    },

    login: (input: Parameters<typeof login>[1], device: Device) =>
      login({ users, guessing, passwords, sessions, transaction }, input, device),

    exchangeSession: (viewer: Viewer, device: Device & { bearerToken: string | undefined }) =>
      exchangeSession({ users, sessions }, viewer, device),

    async logout(viewer: Viewer): Promise<void> {
      await sessions.revoke(viewer.sessionId);
    },

    changePassword: (
      viewer: Viewer,
      input: Parameters<typeof changePassword>[2],
      device: Pick<Device, 'address'>,
    ) => changePassword({ ...resetting, guessing }, viewer, input, device),
    forgotPassword: (email: string, locale: Locale) => forgotPassword(resetting, email, locale),
    resetPassword: (input: Parameters<typeof resetPassword>[1]) => resetPassword(resetting, input),

    listSessions: (viewer: Viewer) => listSessions(own, viewer),
    endSession: (viewer: Viewer, sessionId: string) => endSession(own, viewer, sessionId),

    /** Whoever is signed in to the account, here or elsewhere, is out. */
    async endAllSessions(userId: string): Promise<void> {
      const ended = await transaction((tx) => sessions.revokeAll(tx, userId));
      sessions.forget(ended);
    },

    /**
     * For acts that cannot be taken back.
     * @throws RateLimitedError after too many failures
     * @throws AppError `wrong_password`
     */
    async confirmPassword(viewer: Viewer, entry: PasswordEntry): Promise<void> {
      const credentials = await requireOwnCredentials(users, viewer);
      await confirmPassword({ passwords, guessing }, viewer, credentials, entry);
    },
  };
}
