import type { ChatMessage } from '@skein/contracts/chat';
import type { Author } from '../../modules/users/index.ts';
import { toHtml } from '../../platform/html.ts';
import { toAccount } from '../accounts/account.serializer.ts';
import type { SerializerContext } from '../accounts/account.serializer.ts';
import { toMediaAttachment } from './media.serializer.ts';
import { toMention, toPreviewCard } from './status.serializer.ts';
import type { Status } from './status.serializer.ts';

interface Members {
  viewer: Author;
  author: Author;
  /** The members without the viewer; of a large group, only the first. */
  others: readonly Author[];
}

/** The entity `Status` of a direct message, whose id is that of the message. */
export function toDirectStatus(
  message: ChatMessage,
  { viewer, author, others }: Members,
  context: SerializerContext,
): Status & { quote: null } {
  const { origin } = context;
  const receivers = [viewer, ...others].filter(({ id }) => id !== author.id);
  const name = message.group === null ? others[0]?.username : message.conversationId;
  const url = `${origin}/messages/${name}#${message.id}`;
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
    mentions: receivers.map((receiver) => toMention(receiver, context)),
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

/** The entity `Conversation`. A group has more than one account. */
export function toConversation(
  { status, ...conversation }: { id: string; unread: boolean; status: object | null },
  accounts: readonly Author[],
  context: SerializerContext,
) {
  return {
    ...conversation,
    accounts: accounts.map((account) => toAccount(account, context)),
    last_status: status,
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
