import type { ReactionType, ReplyPermission, Thread } from '@skein/contracts/threads';
import type { MediaRow } from '../media/index.ts';

export interface UserRow {
  id: string;
  username: string;
  name: string;
}

export interface PollRow {
  id: string;
  question: string;
  multiple: boolean;
  /** As PostgreSQL writes a time into JSON. */
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

/** What a thread's DTO is made of, for one viewer, before its references are resolved. */
export interface ThreadRow {
  id: string;
  type: Thread['threadType'];
  content: string;
  replyPermission: ReplyPermission;
  parentId: string | null;
  rootId: string | null;
  quotedId: string | null;
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
  /** Null once the account is gone. */
  author: AuthorRow | null;
  media: MediaRow[];
  mentions: UserRow[];
  poll: PollRow | null;
  isOwn: boolean;
  isLiked: boolean;
  isReposted: boolean;
  isBookmarked: boolean;
  myReaction: ReactionType | null;
  /** The viewer is one of those whom this thread's own reply permission names. */
  matchesReplyPermission: boolean;
  /** The same of its root's; null for a root. */
  matchesRootReplyPermission: boolean | null;
}

/** Everything a thread's DTO is made of; no id or path names a thread hidden from the viewer. */
export interface WholeThreadRow extends ThreadRow {
  /** Who wrote what it answers; null also when the viewer may not see that. */
  replyingTo: UserRow | null;
}

/** A thread and what belongs to its place in a list. */
export interface HydratedThread {
  row: WholeThreadRow;
  /** Null for none, and for one that the viewer may not see. */
  quoted: WholeThreadRow | null;
  repostedBy: UserRow | null;
  /** Its place, for the list's cursor; null where the source gives none. */
  key: string | null;
}
