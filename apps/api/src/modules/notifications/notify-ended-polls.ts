import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { listEndedPolls, notifyPollEnd } from './polls.repository.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
}

/** Notifies voters and authors of polls that have ended. May run on several servers at once. */
export async function notifyEndedPolls({ database, clock, bus }: Dependencies): Promise<void> {
  const now = clock.now();
  for (const pollId of await listEndedPolls(database, now)) {
    let lastId: string | null = null;
    for (let isDone = false; !isDone;) {
      const batch = await notifyPollEnd(database, pollId, now, lastId);
      publishNotificationChanges(bus, batch.recipientIds);
      ({ lastId, isDone } = batch);
    }
  }
}
