import type { LinkCard, Poll, QuotedThread, Thread, Translation } from '@skein/contracts/threads';
import type { User } from '@skein/contracts/users';
import type { Author } from '../../modules/users/index.ts';
import { toAccount } from '../accounts/account.serializer.ts';
import type { SerializerContext } from '../accounts/account.serializer.ts';
import { toCustomEmoji } from '../custom-emoji.ts';
import { toVisibility } from './visibility.ts';
import { richTextToHtml, toHtml } from '../../platform/html.ts';
import { toMediaAttachment } from './media.serializer.ts';

/** The emoji of Skein's reactions, in Pleroma's extension. */
const reactionEmoji = {
  like: '👍',
  love: '❤️',
  laugh: '😂',
  angry: '😠',
  sad: '😢',
  wow: '😮',
} as const;

type AnyThread = Thread | QuotedThread;

/** The entity `Status` of a thread. */
export function toStatus(
  thread: Thread,
  author: Author,
  quoted: object | null,
  context: SerializerContext,
) {
  // This does not copy the object, because timelines have many statuses with many fields.
  return Object.assign(toPlainStatus(thread, author, context), {
    quote: toQuote(thread, quoted),
  });
}

/** The entity `Status` of a quoted thread, whose own quote is not shown. */
export function toQuotedStatus(thread: QuotedThread, author: Author, context: SerializerContext) {
  const { quoteState: state } = thread;
  const quote = state && { state, quoted_status_id: null };
  return { ...toPlainStatus(thread, author, context), quote };
}

export type Status = ReturnType<typeof toPlainStatus>;

/** A repost, as a status of its own that contains the reposted one. */
export function toReblog<Inner extends Status>(
  inner: Inner,
  { id, author, createdAt }: { id: string; author: Author; createdAt: string },
  context: SerializerContext,
) {
  return {
    ...inner,
    id,
    uri: `${inner.uri}#${id}`,
    created_at: createdAt,
    edited_at: null,
    account: toAccount(author, context),
    in_reply_to_id: null,
    in_reply_to_account_id: null,
    media_attachments: [],
    poll: null,
    quote: null,
    reblog: inner,
  };
}

function toPlainStatus(thread: AnyThread, author: Author, context: SerializerContext) {
  const { remote } = thread;
  const page = `${context.origin}/thread/${thread.id}`;
  const ownUri = context.isFederated ? `${context.origin}/ap/objects/${thread.id}` : page;
  return {
    id: thread.id,
    uri: remote?.uri ?? ownUri,
    url: remote?.url ?? page,
    created_at: thread.createdAt,
    edited_at: thread.editedAt,
    account: toAccount(author, context),
    in_reply_to_id: thread.parentThreadId,
    in_reply_to_account_id: thread.replyingTo?.id ?? null,
    content: toContent(thread, context),
    spoiler_text: thread.contentWarning ?? '',
    // Apps cover files also for a warning.
    sensitive: thread.isSensitive || thread.contentWarning !== null,
    visibility: toVisibility(thread.audience, author),
    language: thread.language,
    ...toCounts(thread),
    favourited: thread.isLiked,
    reblogged: thread.isReposted,
    bookmarked: thread.isBookmarked,
    muted: thread.isMuted,
    pinned: author.pinnedThreadId === thread.id,
    reblog: null as object | null,
    application: null,
    media_attachments: thread.media.map((media) => toMediaAttachment(media, context)),
    mentions: thread.mentions.map((mentioned) => toMention(mentioned, context)),
    tags: thread.hashtags.map((name) => toTag(name, context)),
    emojis: toCustomEmoji([thread.contentWarning, thread.content], thread.userUsername, context),
    card: thread.card && toPreviewCard(thread.card, context),
    poll: thread.poll && toPoll(thread.poll, thread, context),
    filtered: toFiltered(thread),
    quote_approval: toQuoteApproval(thread),
    tagged_collections: [],
    pleroma: { emoji_reactions: toReactions(thread) },
  };
}

function toCounts(thread: AnyThread) {
  return {
    replies_count: thread.repliesCount,
    reblogs_count: thread.repostsCount,
    favourites_count: thread.likesCount,
    quotes_count: thread.quotesCount,
  };
}

export function toMention(
  { id, username }: Pick<User, 'id' | 'username'>,
  { origin }: SerializerContext,
) {
  const [name = ''] = username.split('@', 1);
  return { id, username: name, acct: username, url: `${origin}/profile/${username}` };
}

function toTag(name: string, { origin }: SerializerContext) {
  return { name, url: `${origin}/hashtag/${encodeURIComponent(name)}` };
}

/** The entity `Tag` without its history. Hashtags have no id besides their name. */
export function toFullTag(name: string, context: SerializerContext) {
  return { id: name, ...toTag(name, context), featuring: false };
}

/** The entity `PreviewCard`. */
export function toPreviewCard(
  { url, title, description, image }: LinkCard,
  { origin }: SerializerContext,
) {
  const site = new URL(url);
  return {
    url,
    title,
    description: description ?? '',
    language: null,
    type: 'link',
    authors: [],
    author_name: '',
    author_url: '',
    provider_name: site.hostname.replace(/^www\./, ''),
    provider_url: site.origin,
    html: '',
    width: image?.width ?? 0,
    height: image?.height ?? 0,
    image: image && `${origin}${image.url}`,
    image_description: '',
    embed_url: '',
    blurhash: image?.blurhash ?? null,
    missing_attribution: null,
    published_at: null,
  };
}

/** A poll's question is part of the text, because Mastodon's polls have none. */
function toContent(
  { content, poll, mentions, remote }: AnyThread,
  { origin }: SerializerContext,
): string {
  const usernames = new Map(
    mentions.flatMap(({ username, formerUsernames }) =>
      [username, ...formerUsernames].map((name) => [name, username] as const),
    ),
  );
  const richText = remote?.richText ?? null;
  const html =
    richText === null
      ? toHtml(content, { origin, mentions: usernames })
      : richTextToHtml(richText, { origin, mentions: usernames });
  if (poll === null || content.startsWith(poll.question.replace(/…$/, ''))) return html;
  return html + toHtml(poll.question, { origin, mentions: usernames });
}

/** The entity `Translation`. Polls and descriptions of files are not translated. */
export function toTranslation(
  thread: Thread,
  { content, contentWarning, sourceLanguage, language, provider }: Translation,
  context: SerializerContext,
) {
  return {
    content: toContent({ ...thread, content, remote: null }, context),
    spoiler_text: contentWarning ?? '',
    language,
    poll: null,
    media_attachments: [],
    detected_source_language: sourceLanguage ?? '',
    provider,
  };
}

/** The entity `Poll`. Its id is the thread's, which is needed to vote. */
export function toPoll(
  poll: Poll,
  { id, userUsername }: Pick<AnyThread, 'id' | 'userUsername'>,
  context: SerializerContext,
) {
  const titles = poll.options.map(({ optionText }) => optionText);
  const ownVotes = poll.options.flatMap((option, index) =>
    poll.myOptionIds.includes(option.id) ? [index] : [],
  );
  return {
    id,
    expires_at: poll.expiresAt,
    expired: poll.isClosed,
    multiple: poll.multiple,
    votes_count: poll.options.reduce((sum, { votesCount }) => sum + votesCount, 0),
    voters_count: poll.totalVotes,
    voted: ownVotes.length > 0,
    own_votes: ownVotes,
    options: poll.options.map(({ optionText: title, votesCount: votes_count }) => ({
      title,
      votes_count,
    })),
    emojis: toCustomEmoji(titles, userUsername, context),
  };
}

/** The filter that this thread matches in this list, so that all contexts are true. */
function toFiltered({ id, filteredBy }: AnyThread) {
  if (filteredBy === null) return [];
  const { phrase, title, groupId, isForThread } = filteredBy;
  const context = ['home', 'public', 'account', 'thread', 'notifications'];
  const filter = {
    id: groupId,
    title: title ?? phrase,
    context,
    expires_at: null,
    filter_action: 'warn',
  };
  return isForThread
    ? [{ filter, keyword_matches: null, status_matches: [id] }]
    : [{ filter, keyword_matches: [phrase], status_matches: null }];
}

function toReactions({ reactions, myReaction }: AnyThread) {
  // The keys of the record are its reaction types.
  const counts = Object.entries(reactions) as [keyof typeof reactionEmoji, number][];
  return counts.map(([type, count]) => ({
    name: reactionEmoji[type] as string,
    count,
    me: myReaction === type,
    account_ids: [],
  }));
}

/** Contains the status only in the state `accepted`. The author of the quoted thread may be hidden from the viewer. */
function toQuote({ quoteState: state }: Thread, quoted: object | null) {
  if (state === null) return null;
  if (state !== 'accepted') return { state, quoted_status: null };
  return { state: quoted === null ? 'unauthorized' : state, quoted_status: quoted };
}

function toQuoteApproval({ canQuote, replyPermission, remote }: AnyThread) {
  if (remote !== null) {
    const { automatic, manual, viewer } = remote.quoteApproval;
    return { automatic, manual, current_user: canQuote ? viewer : 'denied' };
  }
  const automatic = {
    ANYONE: ['public'],
    FOLLOWERS: ['followers'],
    FOLLOWING: ['following'],
    MENTIONED_ONLY: [],
  };
  return {
    automatic: automatic[replyPermission],
    manual: [],
    current_user: canQuote ? 'automatic' : 'denied',
  };
}
