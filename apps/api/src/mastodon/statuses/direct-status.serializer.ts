import type { ChatMessage, Conversation } from '@skein/contracts/chat';
import type { Author } from '../../modules/users/index.ts';
import { toHtml } from '../../platform/html.ts';
import { toAccount } from '../accounts/account.serializer.ts';
import type { SerializerContext } from '../accounts/account.serializer.ts';
import { toMediaAttachment } from './media.serializer.ts';
import { toMention, toPreviewCard } from './status.serializer.ts';
import type { Status } from './status.serializer.ts';

interface Members {
  viewer: Author;
  partner: Author;
}

/** The entity `Status` of a direct message, whose id is that of the message. */
export function toDirectStatus(
  message: ChatMessage,
  { viewer, partner }: Members,
  context: SerializerContext,
): Status & { quote: null } {
  const { origin } = context;
  const [author, receiver] = message.senderId === viewer.id ? [viewer, partner] : [partner, viewer];
  const url = `${origin}/messages/${partner.username}#${message.id}`;
  return {
    id: message.id,
    uri: url,
    url,
    created_at: message.createdAt,
    edited_at: message.editedAt ?? null,
    account: toAccount(author, context),
    in_reply_to_id: message.replyTo?.id ?? null,
    in_reply_to_account_id: message.replyTo?.senderId ?? null,
    content: toHtml(toText(message, origin), { origin, mentions: new Map() }),
    spoiler_text: '',
    sensitive: false,
    visibility: 'direct',
    language: null,
    ...noEngagement,
    reblog: null,
    application: null,
    media_attachments: message.attachments.map((file) => toMediaAttachment(file, context)),
    // Apps start a reply with the names of the author and of these users.
    mentions: [toMention(receiver, context)],
    tags: [],
    emojis: [],
    card: message.card ? toPreviewCard(message.card, context) : null,
    poll: null,
    quote: null,
    filtered: [],
    quote_approval: { automatic: [], manual: [], current_user: 'denied' },
    tagged_collections: [],
    pleroma: { emoji_reactions: toReactions(message, viewer.id) },
  };
}

/** Ends with the address of a shared thread, because a direct status cannot quote one. */
function toText({ content, sharedThreadId }: ChatMessage, origin: string): string {
  if (sharedThreadId === null) return content;
  const url = `${origin}/thread/${sharedThreadId}`;
  return content === '' ? url : `${content}\n\n${url}`;
}

const noEngagement = {
  replies_count: 0,
  reblogs_count: 0,
  favourites_count: 0,
  quotes_count: 0,
  favourited: false,
  reblogged: false,
  bookmarked: false,
  muted: false,
  pinned: false,
};

/** The entity `Conversation`, whose id is that of the other member. */
export function toConversation(
  { lastMessage, unreadCount }: Pick<Conversation, 'lastMessage' | 'unreadCount'>,
  members: Members,
  context: SerializerContext,
) {
  const isShown = lastMessage !== null && !lastMessage.isDeleted;
  return {
    id: members.partner.id,
    unread: unreadCount > 0,
    accounts: [toAccount(members.partner, context)],
    last_status: isShown ? toDirectStatus(lastMessage, members, context) : null,
  };
}

function toReactions({ reactions }: ChatMessage, viewerId: string) {
  const byEmoji = Map.groupBy(reactions, ({ emoji }) => emoji);
  return [...byEmoji].map(([name, given]) => ({
    name,
    count: given.length,
    me: given.some(({ userId }) => userId === viewerId),
    account_ids: [],
  }));
}
