import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import type { UsersModule } from '../../users/index.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** What the use cases of passkeys share. */
export interface PasskeyDependencies {
  users: Pick<UsersModule, 'getCurrentUser'>;
  challenges: PasskeyChallenges;
  database: Database;
  sessions: Pick<Sessions, 'open'>;
  clock: Clock;
  /** What the browser binds passkeys to: the host name, and the origin of the page. */
  relyingParty: { id: string; name: string; origin: string };
}
