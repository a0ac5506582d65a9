import type { Poll } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { success } from '../../platform/results.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import type { ResponseMessage } from '../../platform/messages.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ThreadsModule } from '../threads/index.ts';
import { isFederatedAccount } from '../../domain/federated-accounts.queries.ts';
import { castBallot } from './ballots.repository.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
  threads: Pick<ThreadsModule, 'get'>;
  /** Whether other servers are informed. */
  isFederated: boolean;
}

/**
 * Votes in a thread's poll, once and before it closes, and returns the poll. A repeated request with
 * the same idempotency key returns the poll in its current state.
 * @throws NotFoundError, ValidationError, ConflictError
 */
export async function votePoll(
  deps: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  threadId: string,
  optionIds: readonly string[],
) {
  const poll = await vote(deps, viewer, idempotency, { threadId, optionIds });
  return { ...success('success.voted'), poll };
}

async function vote(
  deps: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  { threadId, optionIds }: { threadId: string; optionIds: readonly string[] },
): Promise<Poll> {
  const { database, clock, threads, isFederated } = deps;
  const { id, poll, remote } = await threads.get(viewer, threadId);
  if (poll === null) throw pollNotFound();
  if (remote !== null) await requireFederated(deps, viewer);
  requireOptions(poll, optionIds);
  const isRepeated = idempotency.attempt !== 'first';
  if (poll.myOptionIds.length > 0) {
    if (isRepeated) return poll;
    throw alreadyVoted();
  }
  if (poll.isClosed) throw pollClosed();
  const now = clock.now();
  const isCounted = await castBallot(database, {
    viewerId: viewer.userId,
    threadId: id,
    optionIds,
    now,
    informsServers: isFederated,
  });
  const after = await threads.get(viewer, id);
  if (after.poll === null) throw pollNotFound();
  const hasVoted = after.poll.myOptionIds.length > 0;
  if (isCounted || (isRepeated && hasVoted)) return after.poll;
  throw hasVoted ? alreadyVoted() : pollClosed();
}

/** The server of the poll counts the votes, so it must be able to find the account. */
async function requireFederated(
  { database, isFederated }: Dependencies,
  { userId }: Viewer,
): Promise<void> {
  if (isFederated && (await isFederatedAccount(database, userId))) return;
  throw new ConflictError('conflict', 'error.pollElsewhere');
}

function requireOptions(poll: Poll, optionIds: readonly string[]): void {
  const known = new Set(poll.options.map(({ id }) => id));
  if (!optionIds.every((id) => known.has(id))) {
    throw invalidOptions('error.pollOptionUnknown');
  }
  if (optionIds.length > 1 && !poll.multiple) {
    throw invalidOptions('error.pollOptionSingle');
  }
}

function invalidOptions(message: ResponseMessage): ValidationError {
  return new ValidationError([{ path: 'optionIds', message }]);
}

function pollNotFound(): NotFoundError {
  return new NotFoundError('error.pollNotFound');
}

function alreadyVoted(): ConflictError {
  return new ConflictError('conflict', 'error.pollVoted');
}

function pollClosed(): ConflictError {
  return new ConflictError('conflict', 'error.pollClosed');
}
