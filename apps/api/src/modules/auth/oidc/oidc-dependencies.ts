import type { CurrentSiteSettings } from '../../instance/index.ts';
import type { UsersModule } from '../../users/index.ts';
import type { SecurityEmails } from '../email/security-emails.ts';
import type { WelcomeEmailDependencies } from '../email/send-welcome-email.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { TwoFactorModule } from '../two-factor/two-factor.module.ts';
import type { OidcAttempts } from './oidc-attempts.ts';
import type { OidcClient } from './oidc-client.ts';

/** What the use cases of sign-in with OpenID Connect share. */
export interface OidcDependencies extends WelcomeEmailDependencies {
  /** Null without a provider. */
  client: OidcClient | null;
  attempts: OidcAttempts;
  users: UsersModule;
  sessions: Sessions;
  twoFactor: Pick<TwoFactorModule, 'isOn'>;
  securityEmails: SecurityEmails;
  siteSettings: CurrentSiteSettings;
  hasPasswordSignIn: boolean;
}
