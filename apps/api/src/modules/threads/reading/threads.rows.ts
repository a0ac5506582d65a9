import type {
  Audience,
  QuoteState,
  ReactionType,
  RemoteThread,
  ReplyPermission,
  Thread,
} from '@skein/contracts/threads';
import type { MediaRow } from '../../media/index.ts';
import type { LinkCardRow } from '../link-cards/link-card.hydrator.ts';
import type { RemoteThreadRow } from './remote-files.serializer.ts';

export interface UserSummaryRow {
  id: string;
  username: string;
  name: string;
}

export interface MentionRow extends UserSummaryRow {
  /** Those that the text mentions; absent if there are none. */
  formerUsernames?: string[];
}

export interface PollRow {
  id: string;
  question: string;
  multiple: boolean;
  /** In the JSON format of PostgreSQL. */
  expiresAt: string;
  votersCount: number;
  options: { id: string; optionText: string; votesCount: number }[];
  /** Null while the viewer has not voted. */
  myOptionIds: string[] | null;
}

export interface AuthorRow {
  id: string;
  username: string;
  name: string;
  pictureKey: string | null;
  isVerified: boolean;
  isPrivate: boolean;
}

interface AuthorColumns {
  authorId: string | null;
  authorUsername: string;
  authorName: string;
  authorPictureKey: string | null;
  isAuthorVerified: boolean;
  isAuthorPrivate: boolean;
}

/** A row as a statement returns it. */
export type WithAuthorColumns<Row extends { author: AuthorRow | null }> = Omit<Row, 'author'> &
  AuthorColumns;

export function withAuthor<Row extends AuthorColumns>(
  row: Row,
): Row & { author: AuthorRow | null } {
  const author =
    row.authorId === null
      ? null
      : {
          id: row.authorId,
          username: row.authorUsername,
          name: row.authorName,
          pictureKey: row.authorPictureKey,
          isVerified: row.isAuthorVerified,
          isPrivate: row.isAuthorPrivate,
        };
  return Object.assign(row, { author });
}

/** The data of a thread for one viewer, before its references are resolved. */
export interface ThreadRow {
  id: string;
  type: Thread['threadType'];
  content: string;
  contentWarning: string | null;
  isSensitive: boolean;
  replyPermission: ReplyPermission;
  audience: Audience;
  language: string | null;
  parentId: string | null;
  rootId: string | null;
  quotedId: string | null;
  isQuoteDetached: boolean;
  /** Null for a quote that needs no approval of another server or has it. */
  quoteApprovalState: 'pending' | 'rejected' | null;
  isHidden: boolean;
  level: number;
  path: string;
  hashtags: string[];
  likesCount: number;
  repliesCount: number;
  repostsCount: number;
  quotesCount: number;
  bookmarksCount: number;
  reactionCounts: Partial<Record<ReactionType, number>>;
  createdAt: Date;
  editedAt: Date | null;
  deletedAt: Date | null;
  /** Null when the account no longer exists. */
  author: AuthorRow | null;
  media: MediaRow[];
  mentions: MentionRow[];
  poll: PollRow | null;
  card: LinkCardRow | null;
  /** Null for a thread of this server. */
  remote: RemoteThreadRow | null;
  /** Whether the first reply to this root thread is by its author. */
  hasChain: boolean;
  isOwn: boolean;
  isLiked: boolean;
  isReposted: boolean;
  isBookmarked: boolean;
  /** Whether the viewer is not notified about its conversation. */
  isMuted: boolean;
  myReaction: ReactionType | null;
  /** Whether the thread's own reply permission includes the viewer. */
  matchesReplyPermission: boolean;
  /** The root of a reply; null for a root. */
  root: { matchesReplyPermission: boolean; isOwn: boolean } | null;
}

/** The complete data of a thread. No id or path identifies a thread hidden from the viewer. */
export interface ResolvedThreadRow extends ThreadRow {
  /** The author of the parent; null also when the viewer may not see the parent. */
  replyingTo: UserSummaryRow | null;
  /** Null for a thread that quotes none. */
  quoteState: QuoteState | null;
  /** How a quote by the viewer would be approved; null for a thread of this server. */
  quoteApproval: RemoteThread['quoteApproval']['viewer'] | null;
}

/** A thread and its position in a list. */
export interface HydratedThread {
  row: ResolvedThreadRow;
  /** Null also when the viewer may not see it. */
  quoted: ResolvedThreadRow | null;
  repostedBy: UserSummaryRow | null;
  /** Further users whose reposts put it into the feed, the latest first. */
  otherReposters?: UserSummaryRow[] | null | undefined;
  otherRepostersCount?: number | null | undefined;
  /** The hashtag that put it into the feed. */
  followedHashtag?: string | null | undefined;
  /** Its position for the cursor of the list; null if the source has none. */
  key: string | null;
}
