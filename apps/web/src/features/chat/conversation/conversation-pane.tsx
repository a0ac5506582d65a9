import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Group } from '../model/user-conversation.ts';
import type { User } from '@skein/contracts/users';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { useHeadingFocus } from '../../../lib/heading-focus.ts';
import { fitVisualViewport } from './fit-visual-viewport.ts';
import { useConversationState, useOpenConversation } from './use-conversation.ts';
import { ConversationBody } from './conversation-body.tsx';
import { ConversationHeader } from './conversation-header.tsx';

const InfoPanel = lazy(() =>
  withMessages(
    async () => ({ default: (await import('../info/info-panel.tsx')).InfoPanel }),
    'users',
    'overlays',
    'groups',
  ),
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
        className="relative flex min-w-0 grow flex-col bg-canvas max-sm:fixed max-sm:inset-x-0 max-sm:top-0 max-sm:z-25 max-sm:h-dvh"
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
          <ConversationBody conversation={conversation} viewerId={viewerId} pane={pane} />
        </FocusRegion>
      </div>
      {wasInfoOpen && partner && (
        <Suspense>
          <InfoPanel
            conversation={conversation}
            partner={partner}
            isOpen={isInfoOpen}
            onClose={() => setIsInfoOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
