import { lazy, Suspense } from 'react';
import UserX from 'lucide-react/icons/user-x';
import type { RefObject } from 'react';
import { LoadError } from '../../../ui/load-error.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { MessageComposer } from '../compose/message-composer.tsx';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { createDirectTexts, MemberTextsContext } from './member-texts.ts';
import { MessageLog } from './message-log.tsx';
import { useConversationState, useConversationStore } from './use-conversation.ts';

const loadGroupTexts = () => withMessages(() => import('../groups/group-texts.tsx'), 'groups');
const GroupTexts = lazy(async () => ({ default: (await loadGroupTexts()).GroupTexts }));
const FormerMember = lazy(async () => ({ default: (await loadGroupTexts()).FormerMember }));

const RequestBar = lazy(() =>
  withMessages(
    async () => ({ default: (await import('./request-bar.tsx')).RequestBar }),
    'overlays',
    'groups',
  ),
);

/** The messages and the message box of a conversation. */
export function ConversationBody({ pane }: { pane: RefObject<HTMLElement | null> }) {
  const store = useConversationStore();
  const status = useConversationState((state) => state.status);
  const conversation = useConversationState((state) => state.conversation);
  if (status === 'missing') {
    if (conversation?.kind !== 'group')
      return <Notice icon={UserX} title={t('chat.missingTitle')} text={t('chat.missingText')} />;
    return (
      <Suspense fallback={<ConversationSkeleton />}>
        <FormerMember />
      </Suspense>
    );
  }
  if (status === 'failed') {
    return (
      <div className="flex grow flex-col justify-center">
        <LoadError text={t('chat.conversationError')} onRetry={() => void store.load()} />
      </div>
    );
  }
  if (status === 'loading' || conversation === null) return <ConversationSkeleton />;
  if (conversation.kind === 'direct') {
    return (
      <MemberTextsContext value={createDirectTexts(store.viewerId, conversation.title)}>
        <Messages pane={pane} />
      </MemberTextsContext>
    );
  }
  return (
    <Suspense fallback={<ConversationSkeleton />}>
      <GroupTexts>
        <Messages pane={pane} />
      </GroupTexts>
    </Suspense>
  );
}

function Messages({ pane }: { pane: RefObject<HTMLElement | null> }) {
  const canWrite = useConversationState((state) => state.canWrite);
  const isRequest = useConversationState((state) => state.isRequest);
  const isAwaitingAnswer = useConversationState((state) => state.isAwaitingAnswer);
  const name = useConversationState((state) => state.conversation?.title ?? '');
  return (
    <>
      <MessageLog />
      {isRequest && (
        <Suspense>
          <RequestBar />
        </Suspense>
      )}
      {canWrite ? (
        <MessageComposer dropZone={pane} />
      ) : (
        <p className="shrink-0 border-t border-line px-4 py-4 text-center text-muted">
          {t(isAwaitingAnswer ? 'chat.awaitingAnswer' : 'chat.cannotWrite', { name })}
        </p>
      )}
    </>
  );
}
