import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import UserX from 'lucide-react/icons/user-x';
import type { Group } from '@skein/contracts/chat';
import type { User } from '@skein/contracts/users';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { useHeadingFocus } from '../../../lib/heading-focus.ts';
import { fitVisualViewport } from './fit-visual-viewport.ts';
import type { Conversation } from '../model/conversation.ts';
import { useConversationState, useOpenConversation } from './use-conversation.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { GroupParts } from './group-parts.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { ConversationSkeleton } from './conversation-skeleton.tsx';
import { MessageComposer } from '../compose/message-composer.tsx';
import { MessageLog } from './message-log.tsx';

const InfoPanel = lazyComponent(() =>
  withMessages(
    async () => (await import('../info/info-panel.tsx')).InfoPanel,
    'users',
    'overlays',
    'groups',
  ),
);

const GroupConversation = lazyComponent(() =>
  withMessages(
    async () => (await import('../groups/group-conversation.tsx')).GroupConversation,
    'groups',
  ),
);

const FormerMember = lazyComponent(() =>
  withMessages(async () => (await import('../groups/former-member.tsx')).FormerMember, 'groups'),
);

const RequestBar = lazyComponent(() =>
  withMessages(async () => (await import('./request-bar.tsx')).RequestBar, 'overlays', 'groups'),
);

interface ConversationPaneProps {
  viewerId: string;
  partnerId: string;
  /** The cached partner and group, shown until the conversation has loaded. */
  knownPartner: User | null;
  knownGroup: Group | null;
}

/** One conversation. On phones it covers the screen. */
export function ConversationPane(props: ConversationPaneProps) {
  const { viewerId, partnerId, knownPartner, knownGroup } = props;
  const conversation = useOpenConversation(viewerId, partnerId);
  const loadedPartner = useConversationState(conversation, (state) => state.partner);
  const loadedGroup = useConversationState(conversation, (state) => state.group);
  const isPending = useConversationState(conversation, (state) => state.status === 'loading');
  const isTyping = useConversationState(conversation, (state) => state.isPartnerTyping);
  const [isInfoOpen, setIsInfoOpen] = useState(false);
  const [wasInfoOpen, setWasInfoOpen] = useState(false);
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => (pane.current ? fitVisualViewport(pane.current) : undefined), []);
  const partner = loadedPartner ?? knownPartner;
  const headingRef = useHeadingFocus();
  useDocumentTitle(partner?.name ?? t('chat.page'));
  return (
    <>
      <div
        ref={pane}
        data-conversation
        className="flex min-w-0 grow flex-col bg-canvas max-sm:fixed max-sm:inset-x-0 max-sm:top-0 max-sm:z-25 max-sm:h-dvh"
      >
        <ConversationHeader
          partner={partner}
          group={loadedGroup ?? knownGroup}
          isPending={isPending}
          isTyping={isTyping}
          headingRef={headingRef}
          isInfoOpen={isInfoOpen}
          onInfo={() => {
            setIsInfoOpen(!isInfoOpen);
            setWasInfoOpen(true);
          }}
        />
        <FocusRegion className="flex min-h-0 grow flex-col">
          <Body conversation={conversation} viewerId={viewerId} pane={pane} />
        </FocusRegion>
      </div>
      {wasInfoOpen && partner && (
        <InfoPanel
          conversation={conversation}
          partner={partner}
          isOpen={isInfoOpen}
          onClose={() => setIsInfoOpen(false)}
        />
      )}
    </>
  );
}

interface BodyProps {
  conversation: Conversation;
  viewerId: string;
  pane: RefObject<HTMLElement | null>;
}

function Body({ conversation, viewerId, pane }: BodyProps) {
  const status = useConversationState(conversation, (state) => state.status);
  const partner = useConversationState(conversation, (state) => state.partner);
  const group = useConversationState(conversation, (state) => state.group);
  const canWrite = useConversationState(conversation, (state) => state.canWrite);
  const isRequest = useConversationState(conversation, (state) => state.isRequest);
  const isAwaitingAnswer = useConversationState(conversation, (state) => state.isAwaitingAnswer);
  if (status === 'missing') {
    if (group) return <FormerMember fallback={<ConversationSkeleton />} />;
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
      {isRequest && <RequestBar conversation={conversation} partner={partner} />}
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
    <GroupConversation
      groupId={group.id}
      viewerId={viewerId}
      renderMessages={renderMessages}
      fallback={<ConversationSkeleton />}
    />
  );
}
