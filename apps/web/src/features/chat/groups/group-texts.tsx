import { useQuery, useQueryClient } from '@tanstack/react-query';
import UserX from 'lucide-react/icons/user-x';
import { useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { GroupDetails } from '@skein/contracts/chat';
import { t } from '../../../i18n/index.ts';
import { Notice } from '../../../ui/notice.tsx';
import { onLive } from '../../../realtime/index.ts';
import { ConversationSkeleton } from '../conversation/conversation-skeleton.tsx';
import { MemberTextsContext } from '../conversation/member-texts.ts';
import type { MemberTexts } from '../conversation/member-texts.ts';
import {
  useConversation,
  useConversationState,
  useConversationStore,
} from '../conversation/use-conversation.ts';
import { describeEvent } from './describe-event.ts';
import { formatNames } from './format-names.ts';
import { applyMemberRead, groupQuery } from './group.queries.ts';
import { Readers } from './readers.tsx';

/** Loads the members of a group and keeps them updated while its messages are shown. */
export function GroupTexts({ children }: { children: ReactNode }) {
  const { viewerId } = useConversationStore();
  const { conversationId: id } = useConversation();
  const client = useQueryClient();
  const isLeaving = useConversationState((state) => state.isLeaving);
  const { data: group, isPending } = useQuery({ ...groupQuery(id), enabled: !isLeaving });
  useEffect(() => {
    const reload = () => void client.invalidateQueries(groupQuery(id));
    const stops = [
      onLive('read', ({ conversationId, ...read }) => {
        if (conversationId === id) applyMemberRead(client, id, read);
      }),
      onLive('conversation', ({ conversationId }) => {
        if (conversationId === id) reload();
      }),
      onLive('message', ({ conversationId, messageType }) => {
        if (conversationId === id && messageType === 'system') reload();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, id]);
  const texts = useMemo(() => createGroupTexts(group, viewerId), [group, viewerId]);
  // The names of readers would move the time beside them.
  if (isPending) return <ConversationSkeleton />;
  return <MemberTextsContext value={texts}>{children}</MemberTextsContext>;
}

/** From this number on, typing members are not named. */
const manyTyping = 3;

function createGroupTexts(group: GroupDetails | undefined, viewerId: string): MemberTexts {
  const members = group?.members ?? [];
  const others = members.filter(({ user, isPending }) => user.id !== viewerId && !isPending);
  const names = new Map(members.map(({ user }) => [user.id, user.name]));
  const getName = (userId: string | null) => names.get(userId ?? '') ?? t('user.unknown');
  return {
    getName,
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

/** Replaces the messages of a group that the viewer has left. */
export function FormerMember() {
  return <Notice icon={UserX} title={t('groups.leftTitle')} text={t('groups.leftText')} />;
}
