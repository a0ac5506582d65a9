import type { Transaction } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import type { Locale } from '../../../platform/messages.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import type { UsersModule } from '../../users/index.ts';
import type { IdentitiesRepository } from './identities.repository.ts';
import type { OidcAttempts } from './oidc-attempts.ts';
import type { OidcClient } from './oidc-client.ts';
import type { PasskeysRepository } from '../passkeys/passkeys.repository.ts';
import type { RegistrationsRepository } from '../registration/registrations.repository.ts';
import type { SecurityEmails } from '../email/security-emails.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import type { TwoFactorModule } from '../two-factor/two-factor.module.ts';

/** What the use cases of sign-in with OpenID Connect share. */
export interface OidcDependencies {
  /** Null without a provider. */
  client: OidcClient | null;
  attempts: OidcAttempts;
  identities: IdentitiesRepository;
  users: UsersModule;
  sessions: Sessions;
  repository: Pick<SessionsRepository, 'findLive'>;
  registrations: RegistrationsRepository;
  challenges: Pick<PasskeysRepository, 'useChallenge'>;
  twoFactor: Pick<TwoFactorModule, 'isOn'>;
  securityEmails: SecurityEmails;
  /** Sends the first email to a new account. */
  sendWelcomeEmail: (user: { id: string; email: string }, locale: Locale) => void;
  transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>;
  siteSettings: CurrentSiteSettings;
  clock: Clock;
  publicUrl: URL;
  hasPasswordSignIn: boolean;
}
