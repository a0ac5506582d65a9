import type { Media } from '@skein/contracts/media';
import type {
  FeedPage,
  Poll,
  QuotedThread,
  SavedDraft,
  ScheduledThread,
  Thread,
  ThreadPage,
} from '@skein/contracts/threads';

let idCount = 0;

/** A new id in the server's format. Later ids sort after earlier ones. */
export function anId(): string {
  idCount += 1;
  return `01940000-0000-7000-8000-${idCount.toString(16).padStart(12, '0')}`;
}

/** A public thread of another user. */
export function aThread(fields: Partial<Thread> = {}): Thread {
  const id = anId();
  return {
    id,
    content: `Thread ${idCount}`,
    contentWarning: null,
    isSensitive: false,
    userId: '01940000-0000-7000-8000-00000000a11e',
    userName: 'Ada Weaver',
    userUsername: 'ada',
    userEmail: 'ada@skein.test',
    userPicture: null,
    isUserVerified: false,
    createdAt: '2026-11-20T10:00:00.000Z',
    editedAt: null,
    isDeleted: false,
    media: [],
    poll: null,
    card: null,
    quotedThreadId: null,
    quotedThread: null,
    threadType: 'thread',
    quoteState: fields.threadType === 'quote' ? 'accepted' : null,
    isHidden: false,
    canHide: false,
    parentThreadId: null,
    rootThreadId: null,
    threadLevel: 0,
    threadPath: id,
    hashtags: [],
    mentions: [],
    likesCount: 0,
    repliesCount: 0,
    repostsCount: 0,
    quotesCount: 0,
    bookmarksCount: null,
    reactions: {},
    isLiked: false,
    isReposted: false,
    isBookmarked: false,
    myReaction: null,
    replyPermission: 'ANYONE',
    audience: 'public',
    language: null,
    remote: null,
    canReply: true,
    canQuote: true,
    canRepost: true,
    hasChain: false,
    isMuted: false,
    filteredBy: null,
    repostedBy: null,
    otherReposters: [],
    otherRepostersCount: 0,
    followedHashtag: null,
    replyingTo: null,
    ...fields,
  };
}

export function aQuotedThread(fields: Partial<QuotedThread> = {}): QuotedThread {
  return { ...aThread(), quotedThread: null, ...fields };
}

export function aPicture(fields: Partial<Media> = {}): Media {
  const id = anId();
  return {
    id,
    mediaType: 'image',
    mediaUrl: `/media/${id}.webp`,
    altText: null,
    width: 1600,
    height: 1200,
    durationMs: null,
    blurhash: null,
    posterUrl: null,
    originalName: null,
    variants: [{ url: `/media/${id}-640.webp`, mimeType: 'image/webp', width: 640, height: 480 }],
    captions: [],
    waveform: null,
    focus: null,
    processing: null,
    ...fields,
  };
}

export function aPoll(fields: Partial<Poll> = {}): Poll {
  return {
    id: anId(),
    question: 'Wool or cotton?',
    multiple: false,
    expiresAt: '2126-11-27T10:00:00.000Z',
    isClosed: false,
    totalVotes: 4,
    myOptionIds: [],
    options: [
      { id: anId(), optionText: 'Wool', votesCount: 3 },
      { id: anId(), optionText: 'Cotton', votesCount: 1 },
    ],
    ...fields,
  };
}

/** A page of a list with cursors. Without `nextCursor` it is the last page. */
export function aThreadPage(content: Thread[], nextCursor: string | null = null): ThreadPage {
  return { content, page: null, size: 30, last: nextCursor === null, nextCursor };
}

/** A page of a feed without announcements. */
export function aFeedPage(content: Thread[], nextCursor: string | null = null): FeedPage {
  return { ...aThreadPage(content, nextCursor), announcements: [] };
}

/** A draft on the server. */
export function aDraft(fields: Partial<SavedDraft> = {}): SavedDraft {
  return {
    id: anId(),
    version: 1,
    topic: '',
    parts: [{ content: 'Half a thought', media: [] }],
    contentWarning: null,
    isSensitive: false,
    replyPermission: 'ANYONE',
    audience: null,
    language: null,
    poll: null,
    parentThreadId: null,
    quotedThreadId: null,
    scheduledAt: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    ...fields,
  };
}

/** A scheduled thread of the viewer. */
export function aScheduledThread(fields: Partial<ScheduledThread> = {}): ScheduledThread {
  return {
    id: anId(),
    scheduledAt: '2099-03-01T09:00:00.000Z',
    content: 'Later',
    contentWarning: null,
    isSensitive: false,
    parentThreadId: null,
    replyPermission: 'ANYONE',
    audience: null,
    language: null,
    poll: null,
    media: [],
    furtherParts: [],
    error: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    ...fields,
  };
}
