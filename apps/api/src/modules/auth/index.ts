import type { Database } from '@skein/db';
import type { Clock } from '../../shared/clock.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { UsersModule } from '../users/index.ts';
import { createAccessTokens } from './access-tokens.ts';
import { exchangeSession } from './exchange-session.ts';
import { login } from './login.ts';
import { createPasswords } from './passwords.ts';
import { register } from './register.ts';
import { createSessionCache } from './session-cache.ts';
import { createSessionsRepository } from './sessions.repository.ts';
import { createSessions } from './sessions.ts';
import type { Device } from './sessions.ts';
import { createStreamCookie } from './stream-cookie.ts';

export { authRoutes } from './auth.routes.ts';

export interface AuthDependencies {
  database: Database;
  users: UsersModule;
  clock: Clock;
  jwtSecret: string;
  bcryptCost: number;
  instanceName: string;
  isHttps: boolean;
}

export type AuthModule = ReturnType<typeof createAuthModule>;

export function createAuthModule({ users, instanceName, ...options }: AuthDependencies) {
  const repository = createSessionsRepository(options.database);
  const passwords = createPasswords({ bcryptCost: options.bcryptCost });
  const accessTokens = createAccessTokens({ secret: options.jwtSecret });
  const cache = createSessionCache(options.clock);
  const sessions = createSessions({ repository, accessTokens, cache, clock: options.clock });
  const { transaction } = repository;

  return {
    resolveViewer: sessions.resolveViewer,
    sessionCache: cache,
    streamCookie: createStreamCookie({ isHttps: options.isHttps }),

    register: (input: Parameters<typeof register>[1], device: Device) =>
      register({ users, passwords, sessions, transaction, instanceName }, input, device),

    login: (input: Parameters<typeof login>[1], device: Device) =>
      login({ users, passwords, sessions }, input, device),

    exchangeSession: (viewer: Viewer, device: Device & { bearerToken: string | undefined }) =>
      exchangeSession({ users, sessions }, viewer, device),

    async logout(viewer: Viewer) {
      await sessions.revoke(viewer.sessionId);
      return { success: true as const, message: 'You have been logged out.' };
    },
  };
}
