import type { Database } from '@skein/db';
import { shortenLocalHandles } from '../../domain/local-handles.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { success } from '../../platform/results.ts';
import type { Clock } from '../../platform/clock.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaModule } from '../media/index.ts';
import type { ProtectionModule } from '../protection/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { UsersModule } from '../users/index.ts';
import { countUnread } from './conversations.queries.ts';
import { updateSettings, clearConversation } from './update-conversation.ts';
import { getDraft, saveDraft } from './drafts.ts';
import type { DraftChange } from './drafts.repository.ts';
import { deleteMessage } from './delete-message.ts';
import { editMessage } from './edit-message.ts';
import { createInbox } from './inbox.ts';
import { listConversations } from './list-conversations.ts';
import type { ConversationsQuery } from './list-conversations.ts';
import { publishCard } from './publish-card.ts';
import { markRead } from './mark-read.ts';
import { readConversation } from './read-conversation.ts';
import type { ConversationQuery } from './read-conversation.ts';
import { searchMessages } from './search-messages.ts';
import type { MessageSearchInput } from './search-messages.ts';
import { sendMessage } from './send-message.ts';
import type { MessageInput } from './send-message.ts';
import { reactToMessage, removeReaction } from './react-to-message.ts';
import type { SettingsChange } from './conversation-members.repository.ts';
import { acceptGroup, isMember } from './group-state.repository.ts';
import { createGroups } from './groups.ts';
import type { Groups } from './groups.ts';
import type { GroupsDependencies } from './group-context.ts';
import { acceptRequest, declinePendingRequest, declineRequest } from './decide-request.ts';
import { findRequest } from './requests.repository.ts';
import { sendTyping } from './send-typing.ts';

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
}

/** Every change is published after its commit. */
export function createChatModule(given: Dependencies) {
  const { linkCards } = given.threads;
  const dependencies = { ...given, linkCards, hasLinkCards: linkCards.isEnabled };
  const { database, publicUrl } = dependencies;
  const groups = createGroups(dependencies);
  return {
    groups,
    inbox: createInbox(dependencies),

    send: (viewer: Viewer, idempotency: Idempotency, input: MessageInput) =>
      sendMessage(dependencies, viewer, idempotency, {
        ...input,
        content: shortenLocalHandles(input.content, publicUrl),
      }),

    read: (viewer: Viewer, userId: string, query: ConversationQuery) =>
      readConversation(dependencies, viewer, userId, query),

    list: (viewer: Viewer, query: ConversationsQuery) =>
      listConversations(dependencies, viewer, query),

    search: (viewer: Viewer, input: MessageSearchInput) =>
      searchMessages(dependencies, viewer, input),

    countUnread: (viewer: Viewer) => countUnread(database, viewer.userId),

    async markRead(viewer: Viewer, id: string) {
      const unreadCount = await markRead(dependencies, viewer, id);
      return { ...success('success.messagesRead'), unreadCount };
    },

    async sendTyping(viewer: Viewer, userId: string) {
      await sendTyping(dependencies, viewer, userId);
      return success('success.typingSent');
    },

    async updateSettings(viewer: Viewer, userId: string, change: SettingsChange) {
      const settings = await updateSettings(dependencies, viewer, userId, change);
      return { ...success('success.conversationSaved'), settings };
    },

    getDraft: (viewer: Viewer, id: string) => getDraft(dependencies, viewer, id),

    async saveDraft(viewer: Viewer, id: string, change: DraftChange) {
      const revision = await saveDraft(dependencies, viewer, id, change);
      return { ...success('success.messageDraftSaved'), revision };
    },

    ...createRequestDecisions(dependencies, groups),

    /** Whether the messages of a user wait as a request, or the viewer has declined them. */
    isRequest: async (viewer: Viewer, userId: string) =>
      Boolean((await findRequest(database, viewer.userId, userId))?.request),

    /** Declines the request of a user, if there is one. */
    declinePendingRequest: (viewer: Viewer, userId: string) =>
      declinePendingRequest(dependencies, viewer, userId),

    async clear(viewer: Viewer, userId: string) {
      await clearConversation(dependencies, viewer, userId);
      return success('success.conversationDeleted');
    },

    react: (viewer: Viewer, messageId: string, emoji: string) =>
      reactToMessage(dependencies, viewer, messageId, emoji),

    removeReaction: (viewer: Viewer, messageId: string) =>
      removeReaction(dependencies, viewer, messageId),

    editMessage: (viewer: Viewer, messageId: string, content: string) =>
      editMessage(dependencies, viewer, messageId, shortenLocalHandles(content, publicUrl)),

    /** Sends the messages with a link card to their members, after it was fetched. */
    publishCard: (cardId: string) => publishCard(dependencies, cardId),

    async deleteMessage(viewer: Viewer, messageId: string) {
      await deleteMessage(dependencies, viewer, messageId);
      return success('success.messageDeleted');
    },
  };
}

/** Decisions on the messages of a user, or on a group that the viewer was added to. */
function createRequestDecisions(dependencies: Dependencies, groups: Groups) {
  const { database, bus } = dependencies;
  const isGroup = async ({ userId: viewerId }: Viewer, groupId: string) =>
    isId(groupId) && (await isMember(database, { viewerId, groupId }));
  return {
    async acceptRequest(viewer: Viewer, userId: string) {
      if (!(await isGroup(viewer, userId))) {
        await acceptRequest(dependencies, viewer, userId);
        return success('success.messageRequestAccepted');
      }
      await acceptGroup(database, { viewerId: viewer.userId, groupId: userId });
      bus.publish({ kind: 'conversation', userId: viewer.userId, partnerId: userId.toLowerCase() });
      return success('success.groupJoined');
    },

    async declineRequest(viewer: Viewer, userId: string) {
      if (!(await isGroup(viewer, userId))) {
        await declineRequest(dependencies, viewer, userId);
        return success('success.messageRequestDeclined');
      }
      await groups.decline(viewer, userId);
      return success('success.groupLeft');
    },
  };
}
