import { filterContexts } from '@skein/contracts/constants';
import type { Prisma } from '@skein/db';
import { toRepeatedTextKey } from '../../modules/protection/index.ts';
import { findDemoCardId } from '../content/link-cards.ts';
import { createRandom } from '../random.ts';
import { toBookmarkRows } from './bookmark-rows.ts';
import type { DemoPlan } from './plan-demo.ts';
import { toNoteRows } from './note-rows.ts';
import type { PlannedAction } from './plan-engagement.ts';
import { demoUsername, requireUser, toUserRow } from './plan-users.ts';
import type { PlannedThread } from './plan-threads.ts';
import { createIdAt } from './timeline.ts';
import { toDraftRows, toScheduledRows } from './unpublished-rows.ts';

export interface DemoRows {
  users: Prisma.UserCreateManyInput[];
  follows: Prisma.FollowCreateManyInput[];
  followRequests: Prisma.FollowRequestCreateManyInput[];
  threads: Prisma.ThreadCreateManyInput[];
  pinnedThreads: Prisma.PinnedThreadCreateManyInput[];
  scheduledThreads: Prisma.ScheduledThreadCreateManyInput[];
  scheduledParts: Prisma.ScheduledPartCreateManyInput[];
  drafts: Prisma.DraftCreateManyInput[];
  feedEntries: Prisma.FeedEntryCreateManyInput[];
  hashtags: Prisma.HashtagCreateManyInput[];
  threadHashtags: Prisma.ThreadHashtagCreateManyInput[];
  hashtagFollows: Prisma.HashtagFollowCreateManyInput[];
  keywordFilters: Prisma.KeywordFilterCreateManyInput[];
  userLists: Prisma.UserListCreateManyInput[];
  userListMembers: Prisma.UserListMemberCreateManyInput[];
  userNotes: Prisma.UserNoteCreateManyInput[];
  mentions: Prisma.ThreadMentionCreateManyInput[];
  likes: Prisma.LikeCreateManyInput[];
  reposts: Prisma.RepostCreateManyInput[];
  bookmarkFolders: Prisma.BookmarkFolderCreateManyInput[];
  bookmarks: Prisma.BookmarkCreateManyInput[];
  reactions: Prisma.ReactionCreateManyInput[];
}

/** The properties of a user that are not planned. */
export interface UserExtras {
  passwordHash: string;
  pictureKey: string | null;
  bannerKey: string | null;
}

const hashtagSeed = 21;
const filterSeed = 22;
const listSeed = 23;
const followedByDemoUser = ['repaircafe', 'climbing', 'books'];

/** Converts the plan to rows with correct counters. */
export function toRows(plan: DemoPlan, getExtras: (username: string) => UserExtras): DemoRows {
  const { threads, follows, engagement } = plan;
  const hashtags = toHashtagRows(threads);
  const lists = toListRows(plan);
  const hashtagIds = new Map(hashtags.map(({ id, tag }) => [tag, id]));
  return {
    users: [
      ...toUserRows(plan, getExtras),
      ...plan.moderation.users.map((user) => ({ ...user, ...getExtras(user.username) })),
    ],
    follows: follows.follows.map(({ follower, followee, createdAt }) => ({
      followerId: follower.id,
      followeeId: followee.id,
      createdAt,
    })),
    followRequests: follows.requests.map(({ requester, target, ...request }) => ({
      ...request,
      requesterId: requester.id,
      targetId: target.id,
    })),
    threads: toThreadRows(plan),
    pinnedThreads: toPinRows(threads),
    ...toScheduledRows(threads),
    drafts: toDraftRows(threads),
    feedEntries: [
      ...threads
        .filter(({ type }) => type !== 'reply')
        .map(({ id, author }) => ({ key: id, actorId: author.id, threadId: id })),
      ...engagement.reposts.map(({ id, user, thread }) => ({
        key: id,
        actorId: user.id,
        threadId: thread.id,
      })),
    ],
    hashtags,
    threadHashtags: threads.flatMap((thread) =>
      thread.hashtags.map((tag) => ({ threadId: thread.id, hashtagId: hashtagIds.get(tag) ?? '' })),
    ),
    hashtagFollows: followedByDemoUser.map((tag) => ({
      userId: requireUser(plan.community, demoUsername).id,
      tag,
    })),
    keywordFilters: [toFilterRow(plan)],
    userLists: lists.map(({ list }) => list),
    userListMembers: lists.flatMap(({ members }) => members),
    userNotes: toNoteRows(plan),
    mentions: threads.flatMap(({ id: threadId, mentioned }) =>
      mentioned.map(({ id: userId }) => ({ threadId, userId })),
    ),
    likes: engagement.likes.map(toActionRow),
    reposts: engagement.reposts.map((repost) => ({ id: repost.id, ...toActionRow(repost) })),
    ...toBookmarkRows(plan),
    reactions: engagement.reactions.map((reaction) => ({
      ...toActionRow(reaction),
      type: reaction.type,
    })),
  };
}

/** Collapses some threads of the demo user's feed. */
function toFilterRow({ community }: DemoPlan): Prisma.KeywordFilterCreateManyInput {
  const { id: userId, createdAt } = requireUser(community, demoUsername);
  const id = createIdAt(createRandom(filterSeed), createdAt);
  const contexts = [...filterContexts];
  return {
    id,
    userId,
    phrase: 'rain',
    isWholeWord: true,
    contexts,
    action: 'collapse',
    createdAt,
  };
}

const demoLists = [
  { name: 'Kitchen', usernames: ['mateo', 'noor', 'ravi', 'carlos'] },
  { name: 'Outdoors', usernames: ['hana', 'zofia', 'freya', 'ellie', 'jonas'] },
];

/** The lists of the demo user. */
function toListRows({ community }: DemoPlan) {
  const owner = requireUser(community, demoUsername);
  const random = createRandom(listSeed);
  const { createdAt } = owner;
  return demoLists.map(({ name, usernames }, position) => {
    const id = createIdAt(random, createdAt);
    const members = usernames.map((username) => ({
      listId: id,
      userId: requireUser(community, username).id,
      createdAt,
    }));
    return { list: { id, ownerId: owner.id, name, position, createdAt }, members };
  });
}

function toActionRow({ user, thread, createdAt }: PlannedAction) {
  return { userId: user.id, threadId: thread.id, createdAt };
}

function toUserRows(
  { community, threads, follows }: DemoPlan,
  getExtras: (username: string) => UserExtras,
): Prisma.UserCreateManyInput[] {
  const followers = countBy(follows.follows, ({ followee }) => followee);
  const following = countBy(follows.follows, ({ follower }) => follower);
  const published = countBy(
    threads.filter(({ type }) => type !== 'reply'),
    ({ author }) => author,
  );
  return [...community.values()].map((user) => {
    const { passwordHash, ...imageKeys } = getExtras(user.username);
    return {
      ...toUserRow(user, passwordHash),
      ...imageKeys,
      followersCount: followers.get(user) ?? 0,
      followingCount: following.get(user) ?? 0,
      threadsCount: published.get(user) ?? 0,
    };
  });
}

const usersWithPin: ReadonlySet<string> = new Set(['demo', 'tomas', 'ines', 'saoirse']);

/** Some users have pinned their first thread. */
function toPinRows(threads: readonly PlannedThread[]): Prisma.PinnedThreadCreateManyInput[] {
  const published = threads.filter(
    ({ type, author }) => type === 'thread' && usersWithPin.has(author.username),
  );
  return [...Map.groupBy(published, ({ author }) => author.id)].flatMap(([userId, [first]]) =>
    first === undefined ? [] : [{ userId, threadId: first.id }],
  );
}

function toThreadRows({ threads, engagement }: DemoPlan): Prisma.ThreadCreateManyInput[] {
  const getCounters = createCounters(threads, engagement);
  // Foreign keys require parents before their replies: threads are sorted by id, that is, by time.
  return threads.map((thread) => ({
    id: thread.id,
    authorId: thread.author.id,
    type: thread.type,
    content: thread.content,
    language: thread.language,
    contentWarning: thread.contentWarning,
    isSensitive: thread.isSensitive,
    isHidden: thread.isHidden,
    replyPermission: thread.replyPermission,
    parentId: thread.parent?.id ?? null,
    rootId: thread.root?.id ?? null,
    quotedId: thread.quoted?.id ?? null,
    level: thread.level,
    path: thread.path,
    hashtags: thread.hashtags,
    textKey: toRepeatedTextKey(thread.content),
    linkCardId: findDemoCardId(thread.content),
    createdAt: thread.createdAt,
    ...getCounters(thread),
  }));
}

function createCounters(
  threads: readonly PlannedThread[],
  engagement: DemoPlan['engagement'],
): (thread: PlannedThread) => Partial<Prisma.ThreadCreateManyInput> {
  const likes = countBy(engagement.likes, ({ thread }) => thread);
  const replies = countBy(threads, ({ parent }) => parent);
  const reposts = countBy(engagement.reposts, ({ thread }) => thread);
  const quotes = countBy(threads, ({ quoted }) => quoted);
  const bookmarks = countBy(engagement.bookmarks, ({ thread }) => thread);
  const reactions = Map.groupBy(engagement.reactions, ({ thread }) => thread);
  return (thread) => ({
    likesCount: likes.get(thread) ?? 0,
    repliesCount: replies.get(thread) ?? 0,
    repostsCount: reposts.get(thread) ?? 0,
    quotesCount: quotes.get(thread) ?? 0,
    bookmarksCount: bookmarks.get(thread) ?? 0,
    reactionCounts: Object.fromEntries(countBy(reactions.get(thread) ?? [], ({ type }) => type)),
  });
}

function toHashtagRows(threads: readonly PlannedThread[]) {
  const random = createRandom(hashtagSeed);
  const uses = threads.flatMap((thread) =>
    thread.hashtags.map((tag) => ({ tag, createdAt: thread.createdAt })),
  );
  return [...Map.groupBy(uses, ({ tag }) => tag)].map(([tag, [first, ...others]]) => {
    const createdAt = first?.createdAt ?? new Date(0);
    return { id: createIdAt(random, createdAt), tag, threadsCount: 1 + others.length, createdAt };
  });
}

function countBy<Item, Key>(items: readonly Item[], getKey: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(getKey(item), (counts.get(getKey(item)) ?? 0) + 1);
  return counts;
}
