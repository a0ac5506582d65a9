import type { Database } from '@skein/db';
import { LRUCache } from 'lru-cache';
import type { FederationSettings } from '../../platform/config/federation-settings.ts';
import { shortenLocalHandles } from '../../domain/local-handles.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { success } from '../../platform/results.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaModule } from '../media/index.ts';
import type { ProtectionModule } from '../protection/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { UsersModule } from '../users/index.ts';
import { findConversation } from './conversations/conversation.queries.ts';
import type { StoredConversation } from './conversations/conversation.queries.ts';
import { countUnread } from './conversations/conversations.queries.ts';
import { createGroup, getGroup } from './conversations/groups.ts';
import type { GroupsDependencies } from './conversations/groups.ts';
import { listConversations } from './conversations/list-conversations.ts';
import type { ConversationsQuery } from './conversations/list-conversations.ts';
import { readConversation } from './conversations/read-conversation.ts';
import type { ConversationQuery } from './conversations/read-conversation.ts';
import { updateGroup } from './conversations/update-group.ts';
import type { GroupChanges } from './conversations/update-group.ts';
import { getDraft, saveDraft } from './drafts/drafts.ts';
import type { DraftChange } from './drafts/drafts.repository.ts';
import { addMembers, removeMember, setAdmin } from './members/change-members.ts';
import { createInviteLink, deleteInviteLink, getInvitation, joinGroup } from './members/invites.ts';
import { markRead } from './members/mark-read.ts';
import { listOtherMemberIds } from './members/members.repository.ts';
import type { SettingsChange } from './members/members.repository.ts';
import { sendTyping } from './members/send-typing.ts';
import { clearConversation, updateSettings } from './members/update-settings.ts';
import { deleteMessage } from './messages/delete-message.ts';
import { editMessage } from './messages/edit-message.ts';
import { createInbox } from './messages/inbox.ts';
import { publishCard } from './messages/publish-card.ts';
import { reactToMessage } from './messages/react-to-message.ts';
import { searchMessages } from './messages/search-messages.ts';
import type { MessageSearchInput } from './messages/search-messages.ts';
import { sendMessage } from './messages/send-message.ts';
import type { MessageInput } from './messages/send-message.ts';
import { acceptRequest, declinePendingRequest, declineRequest } from './requests/decide-request.ts';

const listedMembersMax = 10;
const cachedConversationsMax = 10_000;

export type ChatModule = ReturnType<typeof createChatModule>;

interface Dependencies extends Pick<GroupsDependencies, 'chargeMembers' | 'rateLimiter'> {
  database: Database;
  clock: Clock;
  users: Pick<UsersModule, 'listUsers'>;
  threads: Pick<ThreadsModule, 'requireVisible' | 'linkCards'>;
  media: Pick<MediaModule, 'claim' | 'claimPicture' | 'discard' | 'processProfileImage'>;
  protection: Pick<ProtectionModule, 'countAddedUsers' | 'countMessage' | 'refund'>;
  bus: Pick<Bus, 'publish'>;
  publicUrl: URL;
  federation?: FederationSettings | undefined;
}

/** Every change is published after its commit. An `id` identifies a conversation, or the other user of a direct one. */
export function createChatModule(given: Dependencies) {
  const { linkCards } = given.threads;
  const isFederated = given.federation !== undefined;
  const storedConversations = new LRUCache<string, StoredConversation>({
    max: cachedConversationsMax,
  });
  const dependencies = {
    ...given,
    linkCards,
    hasLinkCards: linkCards.isEnabled,
    isFederated,
    storedConversations,
  };
  const { database } = dependencies;
  return {
    groups: wireGroups(dependencies),
    inbox: createInbox(dependencies),

    send: (viewer: Viewer, idempotency: Idempotency, input: MessageInput) =>
      sendMessage(dependencies, viewer, idempotency, {
        ...input,
        content: shortenLocalHandles(input.content, dependencies),
      }),

    read: (viewer: Viewer, id: string, query: ConversationQuery) =>
      readConversation(dependencies, viewer, id, query),

    list: (viewer: Viewer, query: ConversationsQuery) =>
      listConversations(dependencies, viewer, query),

    search: (viewer: Viewer, input: MessageSearchInput) =>
      searchMessages(dependencies, viewer, input),

    countUnread: (viewer: Viewer) => countUnread(database, viewer.userId),

    async markRead(viewer: Viewer, id: string) {
      const unreadCount = await markRead(dependencies, viewer, id);
      return { ...success('success.messagesRead'), unreadCount };
    },

    async sendTyping(viewer: Viewer, id: string) {
      await sendTyping(dependencies, viewer, id);
      return success('success.typingSent');
    },

    async updateSettings(viewer: Viewer, id: string, change: SettingsChange) {
      const settings = await updateSettings(dependencies, viewer, id, change);
      return { ...success('success.conversationSaved'), settings };
    },

    getDraft: (viewer: Viewer, id: string) => getDraft(dependencies, viewer, id),

    async saveDraft(viewer: Viewer, id: string, change: DraftChange) {
      const revision = await saveDraft(dependencies, viewer, id, change);
      return { ...success('success.messageDraftSaved'), revision };
    },

    acceptRequest: (viewer: Viewer, id: string) => acceptRequest(dependencies, viewer, id),

    declineRequest: (viewer: Viewer, id: string) => declineRequest(dependencies, viewer, id),

    /** The other members of conversations for clients of Mastodon; of a large group, the first. */
    listOtherMemberIds: ({ userId }: Viewer, conversationIds: readonly string[]) =>
      listOtherMemberIds(database, userId, { conversationIds, limit: listedMembersMax }),

    /** Whether the messages of a conversation wait as a request, or the viewer has declined them. */
    isRequest: async (viewer: Viewer, conversationId: string) =>
      Boolean(
        (await findConversation(database, viewer.userId, conversationId))?.membership?.request,
      ),

    /** Declines the request of a user, if there is one. */
    declinePendingRequest: (viewer: Viewer, userId: string) =>
      declinePendingRequest(dependencies, viewer, userId),

    async clear(viewer: Viewer, id: string) {
      await clearConversation(dependencies, viewer, id);
      return success('success.conversationDeleted');
    },

    react: (viewer: Viewer, messageId: string, emoji: string | null) =>
      reactToMessage(dependencies, viewer, messageId, emoji),

    editMessage: (viewer: Viewer, messageId: string, content: string) =>
      editMessage(dependencies, viewer, messageId, shortenLocalHandles(content, dependencies)),

    /** Sends the messages with a link card to their members, after it was fetched. */
    publishCard: (cardId: string) => publishCard(dependencies, cardId),

    async deleteMessage(viewer: Viewer, messageId: string) {
      await deleteMessage(dependencies, viewer, messageId);
      return success('success.messageDeleted');
    },
  };
}

/** Groups and their members. All functions treat groups of others as nonexistent. */
function wireGroups(dependencies: GroupsDependencies) {
  return {
    get: (viewer: Viewer, id: string) => getGroup(dependencies, viewer, id),

    create: (viewer: Viewer, idempotency: Idempotency, input: Parameters<typeof createGroup>[3]) =>
      createGroup(dependencies, viewer, idempotency, input),

    update: (viewer: Viewer, id: string, changes: GroupChanges) =>
      updateGroup(dependencies, viewer, id, changes),

    addMembers: (viewer: Viewer, id: string, userIds: readonly string[]) =>
      addMembers(dependencies, viewer, id, userIds),

    setAdmin: (viewer: Viewer, id: string, change: Parameters<typeof setAdmin>[3]) =>
      setAdmin(dependencies, viewer, id, change),

    removeMember: (viewer: Viewer, id: string, userId: string) =>
      removeMember(dependencies, viewer, id, userId),

    createInviteLink: (viewer: Viewer, id: string) => createInviteLink(dependencies, viewer, id),
    deleteInviteLink: (viewer: Viewer, id: string) => deleteInviteLink(dependencies, viewer, id),
    getInvitation: (viewer: Viewer, token: string) => getInvitation(dependencies, viewer, token),
    join: (viewer: Viewer, token: string) => joinGroup(dependencies, viewer, token),
  };
}
