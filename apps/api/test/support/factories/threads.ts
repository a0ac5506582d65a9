import { replyLevelMax } from '@skein/contracts/limits';
import type { Audience, ReactionType, ReplyPermission } from '@skein/contracts/threads';
import type { MessagePermission } from '@skein/contracts/users';
import type { Database } from '@skein/db';
import { newId } from '../../../src/platform/ids.ts';

/**
 * Inserts rows directly into the database, when endpoints are too slow or cannot create them. Updates
 * counters and feed entries accordingly.
 */

interface UserOptions {
  username?: string;
  isPrivate?: boolean;
  isSuspended?: boolean;
  isLimited?: boolean;
  isFrozen?: boolean;
  messagePermission?: MessagePermission;
}

let createdCount = 0;

/** Inserts an account without a usable password. */
export async function insertUser(database: Database, options: UserOptions = {}): Promise<string> {
  createdCount += 1;
  const username = options.username ?? `member${createdCount}`;
  const { id } = await database.user.create({
    data: {
      id: newId(),
      username,
      name: `Member ${username}`,
      email: `${username}@members.example`,
      passwordHash: '-',
      isPrivate: options.isPrivate ?? false,
      suspendedAt: options.isSuspended ? new Date() : null,
      limitedAt: options.isLimited ? new Date() : null,
      frozenAt: options.isFrozen ? new Date() : null,
      messagePermission: options.messagePermission ?? 'everyone',
    },
  });
  return id;
}

interface ThreadOptions {
  content?: string;
  replyPermission?: ReplyPermission;
  audience?: Audience;
  /** Inserts a reply to this thread. */
  parentId?: string;
  /** Inserts a quote of this thread. */
  quotedId?: string;
}

/** A thread, reply or quote. */
export async function insertThread(
  database: Database,
  authorId: string,
  options: ThreadOptions = {},
): Promise<string> {
  const id = newId();
  const { content = 'Some words', replyPermission = 'ANYONE', parentId, quotedId = null } = options;
  const { audience = 'public' } = options;
  const isListed = audience === 'public';
  const columns = { id, authorId, content, replyPermission, audience, quotedId };
  if (parentId !== undefined) {
    const position = await createReplyPosition(database, parentId, id);
    await database.thread.create({ data: { ...columns, ...position, type: 'reply' } });
    return id;
  }
  const type = quotedId === null ? 'thread' : 'quote';
  await database.thread.create({ data: { ...columns, type } });
  await database.feedEntry.create({ data: { key: id, actorId: authorId, threadId: id, isListed } });
  await database.user.update({ where: { id: authorId }, data: { threadsCount: { increment: 1 } } });
  if (quotedId !== null) {
    const quotesCount = { increment: 1 };
    await database.thread.update({ where: { id: quotedId }, data: { quotesCount } });
  }
  return id;
}

async function createReplyPosition(database: Database, parentId: string, id: string) {
  const parent = await database.thread.update({
    where: { id: parentId },
    data: { repliesCount: { increment: 1 } },
  });
  const branch = parent.level < replyLevelMax ? parent.path : parent.path.slice(0, -32);
  return {
    parentId,
    rootId: parent.rootId ?? parent.id,
    level: Math.min(parent.level + 1, replyLevelMax),
    path: branch + id.replaceAll('-', ''),
  };
}

/** Deletes a thread that has replies: it becomes a stub. */
export async function deleteThread(database: Database, id: string): Promise<void> {
  await database.feedEntry.deleteMany({ where: { threadId: id } });
  const { authorId, type, parentId } = await database.thread.update({
    where: { id },
    data: { content: '', deletedAt: new Date() },
  });
  const one = { decrement: 1 };
  if (parentId !== null) {
    await database.thread.update({ where: { id: parentId }, data: { repliesCount: one } });
  }
  if (authorId !== null && type !== 'reply') {
    await database.user.update({ where: { id: authorId }, data: { threadsCount: one } });
  }
}

export async function insertRepost(
  database: Database,
  userId: string,
  threadId: string,
): Promise<string> {
  const id = newId();
  await database.repost.create({ data: { id, userId, threadId } });
  await database.feedEntry.create({ data: { key: id, actorId: userId, threadId } });
  await database.thread.update({
    where: { id: threadId },
    data: { repostsCount: { increment: 1 } },
  });
  return id;
}

export async function insertFollow(
  database: Database,
  followerId: string,
  followeeId: string,
): Promise<void> {
  await database.follow.create({ data: { followerId, followeeId } });
  const one = { increment: 1 };
  await database.user.update({ where: { id: followerId }, data: { followingCount: one } });
  await database.user.update({ where: { id: followeeId }, data: { followersCount: one } });
}

export async function insertLike(
  database: Database,
  userId: string,
  threadId: string,
): Promise<void> {
  await database.like.create({ data: { userId, threadId } });
  await database.thread.update({ where: { id: threadId }, data: { likesCount: { increment: 1 } } });
}

export async function insertBookmark(
  database: Database,
  userId: string,
  threadId: string,
): Promise<void> {
  await database.bookmark.create({ data: { userId, threadId } });
  await database.thread.update({
    where: { id: threadId },
    data: { bookmarksCount: { increment: 1 } },
  });
}

/** Inserts the only reaction to a thread. */
export async function insertReaction(
  database: Database,
  userId: string,
  threadId: string,
  type: ReactionType,
): Promise<void> {
  await database.reaction.create({ data: { userId, threadId, type } });
  await database.thread.update({
    where: { id: threadId },
    data: { reactionCounts: { [type]: 1 } },
  });
}

/** Inserts a poll with two options and one vote for the second. */
export async function insertPoll(
  database: Database,
  threadId: string,
  options: { expiresAt: Date; voterId: string },
): Promise<{ id: string; optionIds: [string, string] }> {
  const id = newId();
  const optionIds: [string, string] = [newId(), newId()];
  await database.poll.create({
    data: {
      id,
      threadId,
      question: 'Which?',
      expiresAt: options.expiresAt,
      votersCount: 1,
    },
  });
  await database.pollOption.createMany({
    data: [
      { pollId: id, id: optionIds[0], position: 0, text: 'This' },
      { pollId: id, id: optionIds[1], position: 1, text: 'That', votesCount: 1 },
    ],
  });
  const ballot = { pollId: id, userId: options.voterId };
  await database.pollBallot.create({ data: ballot });
  await database.pollVote.create({ data: { ...ballot, optionId: optionIds[1] } });
  return { id, optionIds };
}
