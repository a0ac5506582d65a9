import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { GroupDetails } from '@skein/contracts/chat';
import { t } from '../../../i18n/index.ts';
import { onLive } from '../../../realtime/index.ts';
import type { GroupParts } from '../conversation/group-parts.ts';
import { ConversationSkeleton } from '../conversation/conversation-skeleton.tsx';
import { useConversationState } from '../conversation/use-conversation.ts';
import type { Conversation } from '../model/conversation.ts';
import { describeEvent } from './describe-event.ts';
import { formatNames } from './format-names.ts';
import { applyMemberRead, groupQuery } from './group.queries.ts';
import { Readers } from './readers.tsx';

interface GroupConversationProps {
  conversation: Conversation;
  viewerId: string;
  renderMessages: (parts: GroupParts) => ReactNode;
}

/** Loads the members of a group and keeps them updated while its messages are shown. */
export function GroupConversation(props: GroupConversationProps) {
  const { conversation, viewerId, renderMessages } = props;
  const groupId = conversation.partnerId;
  const client = useQueryClient();
  const isLeaving = useConversationState(conversation, (state) => state.isLeaving);
  const { data: group, isPending } = useQuery({ ...groupQuery(groupId), enabled: !isLeaving });
  useEffect(() => {
    const reload = () => void client.invalidateQueries(groupQuery(groupId));
    const stops = [
      onLive('read', ({ conversationId, ...read }) => {
        if (conversationId === groupId) applyMemberRead(client, groupId, read);
      }),
      onLive('conversation', ({ conversationId }) => {
        if (conversationId === groupId) reload();
      }),
      onLive('message', (message) => {
        if (message.conversationId === groupId && message.messageType === 'system') reload();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, groupId]);
  const parts = useMemo(() => createParts(group, viewerId), [group, viewerId]);
  // The names of readers would move the time beside them.
  return isPending ? <ConversationSkeleton /> : renderMessages(parts);
}

/** From this number on, typing members are not named. */
const manyTyping = 3;

function createParts(group: GroupDetails | undefined, viewerId: string): GroupParts {
  const members = group?.members ?? [];
  const others = members.filter(({ user, isPending }) => user.id !== viewerId && !isPending);
  const names = new Map(members.map(({ user }) => [user.id, user.name]));
  const getName = (userId: string | null) => names.get(userId ?? '') ?? t('user.unknown');
  return {
    viewerId,
    nameOf: getName,
    describeReaction(emoji, userIds) {
      const isOwn = userIds.includes(viewerId);
      const [first, ...rest] = userIds.filter((id) => id !== viewerId).map(getName);
      if (first === undefined) return t('chat.youReacted', { emoji });
      if (!isOwn && rest.length === 0) return t('chat.reactedBy', { name: first, emoji });
      const all = [...(isOwn ? [t('chat.you')] : []), first, ...rest];
      return t('groups.reacted', { names: formatNames(all), emoji });
    },
    describeTyping(userIds) {
      const typing = userIds.map(getName);
      if (typing.length >= manyTyping) return t('groups.manyTyping');
      const text = formatNames(typing);
      return typing.length > 1
        ? t('groups.areTyping', { names: text })
        : t('chat.isTyping', { name: text });
    },
    renderEvent: (message) => (
      <p className="mx-auto max-w-form py-2 text-center text-sm text-balance wrap-anywhere text-muted">
        {describeEvent(message)}
      </p>
    ),
    renderReaders: ({ id }) => {
      const recipients = others.filter(({ joinedAfter }) => (joinedAfter ?? '') < id);
      const readers = recipients.filter(({ readUpTo }) => readUpTo !== null && readUpTo >= id);
      if (readers.length === 0) return null;
      return <Readers readers={readers} others={recipients} />;
    },
    mentionable: others.map(({ user }) => user),
  };
}
