import type { Clock } from '../../../platform/clock.ts';
import type { UsersModule } from '../../users/index.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import type { PasskeysRepository } from './passkeys.repository.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';
import type { TwoFactorRepository } from '../two-factor/two-factor.repository.ts';

/** What the use cases of passkeys share. */
export interface PasskeyDependencies {
  users: Pick<UsersModule, 'getCurrentUser' | 'isActive'>;
  passkeys: PasskeysRepository;
  challenges: PasskeyChallenges;
  twoFactor: Pick<TwoFactorRepository, 'markSession'>;
  sessions: Pick<Sessions, 'open'>;
  transaction: SessionsRepository['transaction'];
  clock: Clock;
  /** What the browser binds passkeys to: the host name, and the origin of the page. */
  relyingParty: { id: string; name: string; origin: string };
}
