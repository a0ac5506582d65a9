import type { Database, Transaction } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import { recordReceived } from '../expiring-values.repository.ts';
import type { Activity, Loaders } from '../fedify.ts';

/** A verified activity. */
export interface Received<Kind extends Activity = Activity> {
  activity: Kind;
  /** The user of the actor, who has signed it. */
  senderId: string;
  /** The activity as it was sent. */
  document: Readonly<Record<string, unknown>>;
  /** The activity may have waited for its processing since. */
  receivedAt: Date;
  /** They load the documents of other servers within the time and number of requests of an activity. */
  loaders: Loaders;
}

/** Takes the place of a record for a change that no activity causes, or that may be repeated. */
export const recordNothing = () => Promise.resolve();

/** Returns a function that records the activity in the transaction of its effect. */
export function createRecord(
  { clock }: { clock: Clock },
  activity: Activity,
): (tx: Transaction | Database) => Promise<void> {
  return (tx) => recordReceived(tx, activity.id?.href ?? '', clock.now());
}
