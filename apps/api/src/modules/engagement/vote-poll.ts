import type { Poll } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import type { Clock } from '../../shared/clock.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../shared/errors.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { ThreadsModule } from '../threads/index.ts';
import { castBallot } from './ballots.repository.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
  threads: Pick<ThreadsModule, 'get'>;
}

/**
 * Votes in a thread's poll, once and before it closes, and answers with it as it stands then.
 * @throws NotFoundError, ValidationError, ConflictError
 */
export async function votePoll(
  { database, clock, threads }: Dependencies,
  viewer: Viewer,
  threadId: string,
  optionIds: readonly string[],
): Promise<Poll> {
  const { id, poll } = await threads.get(viewer, threadId);
  if (poll === null) throw pollNotFound();
  requireOptions(poll, optionIds);
  if (poll.myOptionIds.length > 0) throw votedAlready();
  if (poll.isClosed) throw pollClosed();
  const now = clock.now();
  const isCounted = await castBallot(database, {
    viewerId: viewer.userId,
    threadId: id,
    optionIds,
    now,
  });
  const after = await threads.get(viewer, id);
  if (after.poll === null) throw pollNotFound();
  if (!isCounted) throw after.poll.myOptionIds.length > 0 ? votedAlready() : pollClosed();
  return after.poll;
}

function requireOptions(poll: Poll, optionIds: readonly string[]): void {
  const known = new Set(poll.options.map(({ id }) => id));
  if (!optionIds.every((id) => known.has(id))) {
    throw badOptions('This is no option of this poll.');
  }
  if (optionIds.length > 1 && !poll.multiple) {
    throw badOptions('In this poll you can choose one option.');
  }
}

function badOptions(message: string): ValidationError {
  return new ValidationError([{ path: 'optionIds', message }]);
}

function pollNotFound(): NotFoundError {
  return new NotFoundError('There is no poll here.');
}

function votedAlready(): ConflictError {
  return new ConflictError('conflict', 'You have voted in this poll already.');
}

function pollClosed(): ConflictError {
  return new ConflictError('conflict', 'This poll is closed.');
}
