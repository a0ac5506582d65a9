import type { ReactionType } from '@skein/contracts/threads';
import { AppError } from '../../../platform/errors.ts';
import { independentAttempt } from '../../../platform/idempotency/idempotency.ts';
import { toViewer } from '../../../platform/viewer.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { EngagementModule } from '../../engagement/index.ts';
import { AlreadyReceived, preventEffect, wasReceived } from '../expiring-values.repository.ts';
import type { Received } from '../inbox/received.ts';
import { fetchThread, findThread } from '../threads/fetch-threads.ts';
import type { ThreadFetching } from '../threads/fetch-threads.ts';
import { toAddress } from '../json-values.ts';
import { hasLocalFollowers } from '../follows/synchronization.queries.ts';
import { parseVote } from '../threads/parse-note.ts';
import { deleteEngagement, findEngagement, saveEngagement } from './engagement.queries.ts';
import type { Engagement, EngagementType } from './engagement.queries.ts';
import { toReaction } from './reaction-emoji.ts';

export interface EngagementDependencies extends ThreadFetching {
  engagement: Pick<EngagementModule, 'like' | 'react' | 'unreact' | 'repost' | 'addRemoteVote'>;
}

/** Reposts a thread, which is fetched if somebody here follows the sender. */
export async function receiveRepost(
  deps: EngagementDependencies,
  received: Received,
): Promise<void> {
  const { document, senderId, loaders } = received;
  const uri = toAddress(document['object']);
  if (uri === null) return;
  const isFollowed = await hasLocalFollowers(deps.database, senderId);
  const threadId =
    (await findThread(deps, uri)) ?? (isFollowed ? await fetchThread(deps, uri, loaders) : null);
  if (threadId === null) return;
  await engage(deps, received, { type: 'repost', threadId }, () =>
    deps.engagement.repost(toViewer(senderId), independentAttempt(), threadId, { on: true }),
  );
}

/** A `Like`, which may contain an emoji, or an `EmojiReact`. An emoji that is no reaction here counts as a like. */
export async function receiveLike(deps: EngagementDependencies, received: Received): Promise<void> {
  const { document, senderId } = received;
  const threadId = await findThread(deps, toAddress(document['object']) ?? '');
  if (threadId === null) return;
  const reaction = readReaction(document);
  const viewer = toViewer(senderId);
  await engage(deps, received, { type: reaction === null ? 'like' : 'reaction', threadId }, () =>
    reaction === null
      ? deps.engagement.like(viewer, threadId, true)
      : deps.engagement.react(viewer, threadId, reaction, true),
  );
}

function readReaction(like: Received['document']): ReactionType | null {
  const emoji = like['content'] ?? like['_misskey_reaction'];
  return typeof emoji === 'string' ? toReaction(emoji) : null;
}

/**
 * The action can be repeated, and is recorded afterwards: a crash in between makes the other server repeat it.
 * @throws AlreadyReceived
 */
async function engage(
  deps: EngagementDependencies,
  { uri, senderId, record }: Received,
  { type, threadId }: { type: EngagementType; threadId: string },
  action: () => Promise<unknown>,
): Promise<void> {
  const { database, clock } = deps;
  if (await wasReceived(database, uri, clock.now())) return;
  if (!(await isAllowed(action()))) return;
  await database.$transaction(async (tx) => {
    await record(tx);
    await saveEngagement(tx, { actorId: senderId, type, threadId }, uri);
  });
}

/**
 * Ends a like, reaction or repost. Returns false if the activity undoes something else.
 * @throws AlreadyReceived
 */
export async function undoEngagement(
  deps: EngagementDependencies,
  { uri, objectUri, document, senderId, record }: Received,
): Promise<boolean> {
  const { database, clock, engagement } = deps;
  const now = clock.now();
  // What the sender has done since must not be undone by a repetition.
  if (await wasReceived(database, uri, now)) throw new AlreadyReceived();
  const undone =
    objectUri === undefined
      ? await readEngagement(deps, document['object'], senderId)
      : await findEngagement(database, senderId, objectUri);
  if (undone === null) return false;
  await isAllowed(endEngagement(engagement, toViewer(senderId), undone));
  await database.$transaction(async (tx) => {
    await record(tx);
    if (objectUri !== undefined) await preventEffect(tx, objectUri, now);
    await deleteEngagement(tx, undone);
  });
  return true;
}

/** The like, reaction or repost in an `Undo` of a server that sends it without its id. */
async function readEngagement(
  deps: EngagementDependencies,
  object: unknown,
  actorId: string,
): Promise<Engagement | null> {
  const undone = (object ?? {}) as Record<string, unknown>;
  const type = readType(undone);
  const threadId = await findThread(deps, toAddress(undone['object']) ?? '');
  return type === null || threadId === null ? null : { actorId, type, threadId };
}

function readType(activity: Received['document']): EngagementType | null {
  const { type } = activity;
  if (type === 'Announce') return 'repost';
  if (type !== 'Like' && type !== 'EmojiReact') return null;
  return readReaction(activity) === null ? 'like' : 'reaction';
}

async function endEngagement(
  engagement: EngagementDependencies['engagement'],
  viewer: Viewer,
  { type, threadId }: { type: EngagementType; threadId: string },
): Promise<void> {
  switch (type) {
    case 'like':
      await engagement.like(viewer, threadId, false);
      return;
    case 'reaction':
      await engagement.unreact(viewer, threadId);
      return;
    case 'repost':
      await engagement.repost(viewer, independentAttempt(), threadId, { on: false });
  }
}

/** Returns false if the sender may not see the thread or do this with it. */
async function isAllowed(action: Promise<unknown>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    if (error instanceof AppError && [403, 404].includes(error.status)) return false;
    throw error;
  }
}

/**
 * Counts a vote in a poll of this server. Votes in other polls have no effect.
 * @returns false for a thread
 * @throws AlreadyReceived
 */
export async function receiveVote(
  deps: EngagementDependencies,
  { senderUri, senderId, document, receivedAt, record }: Received,
): Promise<boolean> {
  const vote = parseVote(document['object']);
  if (vote === null) return false;
  const threadId = deps.addresses.parseObject(vote.pollUri);
  if (threadId === null || vote.voterUri !== senderUri) return true;
  await deps.database.$transaction(async (tx) => {
    await record(tx);
    const { option } = vote;
    await deps.engagement.addRemoteVote(tx, { voterId: senderId, threadId, option, receivedAt });
  });
  return true;
}
