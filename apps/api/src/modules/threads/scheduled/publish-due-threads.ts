import pLimit from 'p-limit';
import type { ScheduleError } from '@skein/contracts/threads';
import type { Logger } from '../../../platform/logger.ts';
import { AppError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { ScheduledThreadChanged } from '../publishing/publish-threads.ts';
import type { PublishingDependencies } from '../publishing/publish-threads.ts';
import { publishScheduled } from './publish-scheduled.ts';
import { listDue, setScheduleError } from './scheduled-threads.repository.ts';
import type { ScheduledRow } from './scheduled-threads.repository.ts';

const batchSize = 50;
/** With more, the database is probably unavailable for all authors. */
const skippedAuthorsMax = 3;
/** Less than the connections to the database, so that requests do not wait. */
const accountsAtOnce = 4;

interface Dependencies {
  publishing: PublishingDependencies;
  logger: Pick<Logger, 'error'>;
}

/**
 * Publishes all scheduled threads and chains whose time has come. The transaction that inserts the
 * threads also deletes the scheduled one, so each is published once, also by several servers at the same time. One
 * that cannot be published keeps the reason, and its author can change it. The authors take turns: the first thread of
 * several authors at the same time, then the second of each. After an outage, such as a lock that another request of
 * the author holds, the next run continues with the author.
 * @throws the first outage, after the threads of the other authors
 */
export async function publishDueThreads(dependencies: Dependencies): Promise<void> {
  const { database, clock } = dependencies.publishing;
  const limit = pLimit(accountsAtOnce);
  const outages = new Map<string, unknown>();
  for (;;) {
    const skippedAuthorIds = [...outages.keys()];
    const due = await listDue(database, { now: clock.now(), limit: batchSize, skippedAuthorIds });
    for (const turn of toTurns(due)) {
      await limit.map(turn, async (scheduled) => {
        if (outages.has(scheduled.authorId) || outages.size >= skippedAuthorsMax) return;
        await publishDue(dependencies, scheduled).catch((error: unknown) => {
          outages.set(scheduled.authorId, error);
        });
      });
    }
    if (due.length < batchSize || outages.size >= skippedAuthorsMax) break;
  }
  const [firstOutage] = outages.values();
  if (outages.size > 0) throw firstOutage;
}

/** Divides the threads into parts with at most one thread of each author, in order. */
function toTurns(due: readonly ScheduledRow[]): ScheduledRow[][] {
  const turns: ScheduledRow[][] = [];
  const counts = new Map<string, number>();
  for (const scheduled of due) {
    const turn = counts.get(scheduled.authorId) ?? 0;
    counts.set(scheduled.authorId, turn + 1);
    (turns[turn] ??= []).push(scheduled);
  }
  return turns;
}

async function publishDue({ publishing, logger }: Dependencies, row: ScheduledRow): Promise<void> {
  const { database } = publishing;
  if (!row.canAuthorPublish) return setScheduleError(database, row, 'suspended');
  // The publication belongs to no session.
  const viewer: Viewer = { userId: row.authorId, sessionId: row.id };
  try {
    await publishScheduled(publishing, viewer, row);
  } catch (error) {
    // Another server was faster, or the author has changed or deleted it.
    if (error instanceof ScheduledThreadChanged) return;
    if (isOutage(error) || (error instanceof AppError && error.code === 'unavailable')) throw error;
    if (!(error instanceof AppError)) logger.error({ err: error }, 'could not publish a thread');
    await setScheduleError(database, row, toScheduleError(error));
  }
}

function toScheduleError(error: unknown): ScheduleError {
  if (!(error instanceof AppError)) return 'failed';
  switch (error.code) {
    case 'not_found':
      return 'target_unavailable';
    case 'forbidden':
    case 'email_not_verified':
      return 'not_allowed';
    case 'rate_limited':
      return 'limit_reached';
    default:
      return 'failed';
  }
}
