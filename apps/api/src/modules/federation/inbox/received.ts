import type { Database, Transaction } from '@skein/db';
import type { Activity, Loaders } from '../fedify.ts';

/** A verified activity. */
export interface Received {
  activity: Activity;
  /** The id of the activity. */
  uri: string;
  /** The id of the actor, who has signed it, and its user. */
  senderUri: string;
  senderId: string;
  /** The id of the object, which the activity contains or only names. */
  objectUri: string | undefined;
  /** The activity as it was sent. */
  document: Readonly<Record<string, unknown>>;
  /** The activity may have waited for its processing since. */
  receivedAt: Date;
  /** They load the documents of other servers within the time and number of requests of an activity. */
  loaders: Loaders;
  /**
   * Records the activity in the transaction of its effect.
   * @throws AlreadyReceived
   */
  record: (tx: Transaction | Database) => Promise<void>;
}

/** Takes the place of a record for a change that no activity causes, or that may be repeated. */
export const recordNothing = () => Promise.resolve();
