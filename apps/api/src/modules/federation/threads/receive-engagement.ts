import { AppError } from '../../../platform/errors.ts';
import { independentAttempt } from '../../../platform/idempotency/idempotency.ts';
import type { EngagementModule } from '../../engagement/index.ts';
import { findValue } from '../delivery/values.repository.ts';
import type { Loaders } from '../fedify.ts';
import { asViewer } from '../follows/as-viewer.ts';
import { createRecord } from '../inbox/received.ts';
import type { Received } from '../inbox/received.ts';
import { deleteEngagement, findEngagement, saveEngagement } from './engagement.queries.ts';
import type { EngagementType } from './engagement.queries.ts';
import { fetchThread, findThread } from './fetch-threads.ts';
import type { ThreadFetching } from './fetch-threads.ts';
import { toAddress } from './parse-note.ts';
import { toReaction } from './reaction-emoji.ts';
import { hasLocalFollowers } from './remote-objects.queries.ts';

export interface EngagementDependencies extends ThreadFetching {
  engagement: Pick<EngagementModule, 'like' | 'react' | 'repost'>;
}

/** Reposts a thread, which is fetched if somebody here follows the sender. */
export async function receiveRepost(
  deps: EngagementDependencies,
  received: Received & { loaders: Loaders },
): Promise<void> {
  const { document, senderId, loaders } = received;
  const uri = toAddress(document['object']);
  if (uri === null) return;
  const isFollowed = await hasLocalFollowers(deps.database, senderId);
  const threadId =
    (await findThread(deps, uri)) ?? (isFollowed ? await fetchThread(deps, uri, loaders) : null);
  if (threadId === null) return;
  await engage(deps, received, { type: 'repost', threadId }, () =>
    deps.engagement.repost(asViewer(senderId), independentAttempt(), threadId, { on: true }),
  );
}

/** A `Like`, which may contain an emoji, or an `EmojiReact`. An emoji that is no reaction here counts as a like. */
export async function receiveLike(deps: EngagementDependencies, received: Received): Promise<void> {
  const { document, senderId } = received;
  const threadId = await findThread(deps, toAddress(document['object']) ?? '');
  if (threadId === null) return;
  const emoji = document['content'] ?? document['_misskey_reaction'];
  const reaction = typeof emoji === 'string' ? toReaction(emoji) : null;
  const viewer = asViewer(senderId);
  await engage(deps, received, { type: reaction === null ? 'like' : 'reaction', threadId }, () =>
    reaction === null
      ? deps.engagement.like(viewer, threadId, true)
      : deps.engagement.react(viewer, threadId, reaction, true),
  );
}

/**
 * The action can be repeated, and is recorded afterwards: a crash in between makes the other server repeat it.
 * @throws AlreadyReceived
 */
async function engage(
  deps: EngagementDependencies,
  { activity, senderId }: Received,
  { type, threadId }: { type: EngagementType; threadId: string },
  act: () => Promise<unknown>,
): Promise<void> {
  const { database, clock } = deps;
  const uri = activity.id?.href ?? '';
  if ((await findValue(database, `received:${uri}`, clock.now())) !== undefined) return;
  if (!(await isAllowed(act()))) return;
  await database.$transaction(async (tx) => {
    await createRecord(deps, activity)(tx);
    await saveEngagement(tx, { actorId: senderId, type, threadId }, uri);
  });
}

/** Ends a like, reaction or repost. Returns false if the activity undoes something else. */
export async function undoEngagement(
  deps: EngagementDependencies,
  { activity, document, senderId }: Received,
): Promise<boolean> {
  const { database, engagement } = deps;
  const uri = activity.objectId?.href;
  if (uri === undefined) return false;
  const target = (document['object'] ?? {}) as { object?: unknown };
  const objectUri = toAddress(target.object);
  const threadId = objectUri === null ? null : await findThread(deps, objectUri);
  const found = await findEngagement(database, senderId, { uri, threadId });
  if (found === null) return false;
  const viewer = asViewer(senderId);
  await isAllowed(endEngagement(engagement, viewer, found));
  await createRecord(deps, activity)(database);
  await deleteEngagement(database, found);
  return true;
}

async function endEngagement(
  engagement: EngagementDependencies['engagement'],
  viewer: ReturnType<typeof asViewer>,
  { type, threadId }: { type: EngagementType; threadId: string },
): Promise<void> {
  switch (type) {
    case 'like':
      await engagement.like(viewer, threadId, false);
      return;
    case 'reaction':
      await engagement.react(viewer, threadId, 'like', false);
      return;
    case 'repost':
      await engagement.repost(viewer, independentAttempt(), threadId, { on: false });
  }
}

/** False if the sender may not see the thread or do this with it. */
async function isAllowed(action: Promise<unknown>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    if (error instanceof AppError && [403, 404].includes(error.status)) return false;
    throw error;
  }
}
