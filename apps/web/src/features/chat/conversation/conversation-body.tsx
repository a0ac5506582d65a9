import { lazy, Suspense } from 'react';
import UserX from 'lucide-react/icons/user-x';
import type { RefObject } from 'react';
import { LoadError } from '../../../ui/load-error.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { MessageComposer } from '../compose/message-composer.tsx';
import type { Conversation } from '../model/conversation.ts';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import type { GroupParts } from './group-parts.ts';
import { MessageLog } from './message-log.tsx';
import { useConversationState } from './use-conversation.ts';

const GroupConversation = lazy(() =>
  withMessages(
    async () => ({ default: (await import('../groups/group-conversation.tsx')).GroupConversation }),
    'groups',
  ),
);

const FormerMember = lazy(() =>
  withMessages(
    async () => ({ default: (await import('../groups/former-member.tsx')).FormerMember }),
    'groups',
  ),
);

const RequestBar = lazy(() =>
  withMessages(
    async () => ({ default: (await import('./request-bar.tsx')).RequestBar }),
    'overlays',
    'groups',
  ),
);

interface ConversationBodyProps {
  conversation: Conversation;
  viewerId: string;
  pane: RefObject<HTMLElement | null>;
}

/** The messages and the message box of a conversation. */
export function ConversationBody({ conversation, viewerId, pane }: ConversationBodyProps) {
  const status = useConversationState(conversation, (state) => state.status);
  const partner = useConversationState(conversation, (state) => state.partner);
  const group = useConversationState(conversation, (state) => state.group);
  const canWrite = useConversationState(conversation, (state) => state.canWrite);
  const isRequest = useConversationState(conversation, (state) => state.isRequest);
  const isAwaitingAnswer = useConversationState(conversation, (state) => state.isAwaitingAnswer);
  if (status === 'missing') {
    if (group)
      return (
        <Suspense fallback={<ConversationSkeleton />}>
          <FormerMember />
        </Suspense>
      );
    return <Notice icon={UserX} title={t('chat.missingTitle')} text={t('chat.missingText')} />;
  }
  if (status === 'failed') {
    return (
      <div className="flex grow flex-col justify-center">
        <LoadError text={t('chat.conversationError')} onRetry={() => void conversation.load()} />
      </div>
    );
  }
  if (status === 'loading' || partner === null) return <ConversationSkeleton />;
  const renderMessages = (parts: GroupParts | null) => (
    <>
      <MessageLog conversation={conversation} viewerId={viewerId} partner={partner} parts={parts} />
      {isRequest && (
        <Suspense>
          <RequestBar conversation={conversation} partner={partner} />
        </Suspense>
      )}
      {canWrite ? (
        <MessageComposer
          conversation={conversation}
          partner={partner}
          parts={parts}
          dropZone={pane}
        />
      ) : (
        <p className="shrink-0 border-t border-line px-4 py-4 text-center text-muted">
          {t(isAwaitingAnswer ? 'chat.awaitingAnswer' : 'chat.cannotWrite', {
            name: partner.name,
          })}
        </p>
      )}
    </>
  );
  if (group === null) return renderMessages(null);
  return (
    <Suspense fallback={<ConversationSkeleton />}>
      <GroupConversation
        conversation={conversation}
        viewerId={viewerId}
        renderMessages={renderMessages}
      />
    </Suspense>
  );
}
