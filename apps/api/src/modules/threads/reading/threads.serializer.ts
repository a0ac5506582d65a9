import type { Mention, Poll, QuotedThread, Thread, ThreadMention } from '@skein/contracts/threads';
import { isRemoteUsername } from '@skein/contracts/text';
import { toMediaDto } from '../../media/index.ts';
import { toPictureUrl } from '../../users/index.ts';
import { canQuote, canReply, canRepost } from '../../../domain/visibility.policy.ts';
import { toLinkCardDto } from '../link-cards/link-card.serializer.ts';
import { toRemoteDto, toRemoteMedia } from './remote-files.serializer.ts';
import type {
  HydratedThread,
  MentionRow,
  UserSummaryRow,
  PollRow,
  ThreadRow,
  ResolvedThreadRow,
} from './threads.rows.ts';

export interface SerializerContext {
  /** The host in the public address of every author: `@user@host`. */
  instanceHost: string;
  now: Date;
  /** False hides the cards that were stored before. */
  hasLinkCards: boolean;
}

/** A thread in a list for one viewer. */
export function toThreadDto(
  { row, quoted, repostedBy, ...reasons }: HydratedThread,
  context: SerializerContext,
): Thread {
  const hasQuoted = quoted !== null && row.deletedAt === null;
  return {
    ...toThreadFields(row, context),
    repostedBy: repostedBy && toMentionDto(repostedBy),
    filteredBy: null,
    otherReposters: reasons.otherReposters?.map(toMentionDto) ?? [],
    otherRepostersCount: reasons.otherRepostersCount ?? 0,
    followedHashtag: reasons.followedHashtag ?? null,
    quotedThread: hasQuoted ? toQuotedThreadDto(quoted, context) : null,
  };
}

function toQuotedThreadDto(row: ResolvedThreadRow, context: SerializerContext): QuotedThread {
  return { ...toThreadFields(row, context), ...noReasons, quotedThread: null };
}

/** Why a thread is in a feed. */
type Reasons =
  'repostedBy' | 'filteredBy' | 'otherReposters' | 'otherRepostersCount' | 'followedHashtag';

const noReasons = {
  repostedBy: null,
  filteredBy: null,
  otherReposters: [],
  otherRepostersCount: 0,
  followedHashtag: null,
} satisfies Pick<Thread, Reasons>;

type ThreadFields = Omit<Thread, 'quotedThread' | Reasons>;

function toThreadFields(row: ResolvedThreadRow, context: SerializerContext): ThreadFields {
  const permissions = {
    deletedAt: row.deletedAt,
    isOwn: row.isOwn,
    audience: row.audience,
    author: row.author,
    matchesReplyPermission: row.matchesReplyPermission,
    matchesRootReplyPermission: row.root?.matchesReplyPermission ?? null,
  };
  return {
    id: row.id,
    ...toAuthorFields(row, context.instanceHost),
    ...toContentFields(row, context),
    createdAt: row.createdAt.toISOString(),
    isDeleted: row.deletedAt !== null,
    threadType: row.type,
    quoteState: row.quoteState,
    isHidden: row.isHidden,
    canHide: row.root?.isOwn === true && !row.isOwn && row.deletedAt === null,
    parentThreadId: row.parentId,
    replyingTo: row.replyingTo && row.deletedAt === null ? toMentionDto(row.replyingTo) : null,
    rootThreadId: row.rootId,
    threadLevel: row.level,
    threadPath: row.path,
    repliesCount: row.repliesCount,
    hasChain: row.hasChain && row.deletedAt === null,
    quotesCount: row.quotesCount,
    ...toEngagementFields(row),
    isMuted: row.isMuted,
    replyPermission: row.replyPermission,
    audience: row.audience,
    canReply: canReply(permissions),
    canQuote: canQuote(permissions) && row.quoteApproval !== 'denied',
    canRepost: canRepost(permissions),
  };
}

const noAuthor = {
  userId: null,
  userName: null,
  userUsername: null,
  userEmail: null,
  userPicture: null,
  isUserVerified: false,
};

/** A deleted thread shows no author, even if the account still exists. */
function toAuthorFields({ author, deletedAt }: ThreadRow, instanceHost: string) {
  if (author === null || deletedAt !== null) return noAuthor;
  return {
    userId: author.id,
    userName: author.name,
    userUsername: author.username,
    userEmail: isRemoteUsername(author.username)
      ? author.username
      : `${author.username}@${instanceHost}`,
    userPicture: toPictureUrl(author.pictureKey),
    isUserVerified: author.isVerified,
  };
}

const noContent = {
  content: '',
  language: null,
  remote: null,
  contentWarning: null,
  isSensitive: false,
  editedAt: null,
  media: [],
  poll: null,
  card: null,
  quotedThreadId: null,
  hashtags: [],
  mentions: [],
};

function toContentFields(row: ResolvedThreadRow, { now, hasLinkCards }: SerializerContext) {
  if (row.deletedAt !== null) return noContent;
  return {
    content: row.content,
    language: row.language,
    remote: row.remote && toRemoteDto(row.remote, row.quoteApproval ?? 'denied'),
    contentWarning: row.contentWarning,
    isSensitive: row.isSensitive,
    editedAt: row.editedAt?.toISOString() ?? null,
    media: [...row.media, ...(row.remote === null ? [] : toRemoteMedia(row.remote))].map((media) =>
      toMediaDto(media, { isOwner: row.isOwn }),
    ),
    poll: row.poll && toPollDto(row.poll, now),
    card: row.card && hasLinkCards ? toLinkCardDto(row.card) : null,
    quotedThreadId: row.quotedId,
    hashtags: row.hashtags,
    mentions: row.mentions.map(toThreadMentionDto),
  };
}

const noEngagement = {
  likesCount: 0,
  repostsCount: 0,
  reactions: {},
  isLiked: false,
  isReposted: false,
  isBookmarked: false,
  myReaction: null,
};

/** Hides the engagement of a deleted thread, which a job may not have deleted yet. */
function toEngagementFields(row: ThreadRow) {
  const isDeleted = row.deletedAt !== null;
  const bookmarksCount = isDeleted ? 0 : row.bookmarksCount;
  const engagement = isDeleted ? noEngagement : toEngagement(row);
  return { ...engagement, bookmarksCount: row.isOwn ? bookmarksCount : null };
}

function toEngagement(row: ThreadRow) {
  return {
    likesCount: row.likesCount,
    repostsCount: row.repostsCount,
    reactions: row.reactionCounts,
    isLiked: row.isLiked,
    isReposted: row.isReposted,
    isBookmarked: row.isBookmarked,
    myReaction: row.myReaction,
  };
}

function toPollDto(poll: PollRow, now: Date): Poll {
  const expiresAt = new Date(poll.expiresAt);
  return {
    id: poll.id,
    question: poll.question,
    multiple: poll.multiple,
    expiresAt: expiresAt.toISOString(),
    isClosed: expiresAt <= now,
    totalVotes: poll.votersCount,
    myOptionIds: poll.myOptionIds ?? [],
    options: poll.options.map(({ id, optionText, votesCount }) => ({ id, optionText, votesCount })),
  };
}

function toMentionDto({ id, username, name }: UserSummaryRow): Mention {
  return { id, username, name };
}

function toThreadMentionDto({ formerUsernames = [], ...user }: MentionRow): ThreadMention {
  return { ...toMentionDto(user), formerUsernames };
}
