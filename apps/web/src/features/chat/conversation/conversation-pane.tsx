import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { KnownConversation } from '../model/conversation.ts';
import { FocusRegion } from '../../../ui/focus-region.tsx';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { useHeadingFocus } from '../../../lib/heading-focus.ts';
import { fitVisualViewport } from './fit-visual-viewport.ts';
import {
  ConversationContext,
  useConversationState,
  useOpenConversation,
} from './use-conversation.ts';
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
  /** The id of the conversation or of the other member. */
  name: string;
  /** Shown until the conversation has loaded. */
  known: KnownConversation | null;
}

/** One conversation. On phones it covers the screen. */
export function ConversationPane({ viewerId, name, known }: ConversationPaneProps) {
  const store = useOpenConversation(viewerId, name);
  return (
    <ConversationContext value={store}>
      <Panes known={known} />
    </ConversationContext>
  );
}

function Panes({ known }: Pick<ConversationPaneProps, 'known'>) {
  const loaded = useConversationState((state) => state.conversation);
  const [isInfoOpen, setIsInfoOpen] = useState(false);
  const [wasInfoOpen, setWasInfoOpen] = useState(false);
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => (pane.current ? fitVisualViewport(pane.current) : undefined), []);
  const conversation = loaded ?? known;
  const headingRef = useHeadingFocus();
  useDocumentTitle(conversation?.title ?? t('chat.page'));
  return (
    <>
      <div
        ref={pane}
        data-conversation
        className="relative flex min-w-0 grow flex-col bg-canvas max-sm:fixed max-sm:inset-x-0 max-sm:top-0 max-sm:z-25 max-sm:h-dvh"
      >
        <ConversationHeader
          conversation={conversation}
          headingRef={headingRef}
          isInfoOpen={isInfoOpen}
          onInfo={() => {
            setIsInfoOpen(!isInfoOpen);
            setWasInfoOpen(true);
          }}
        />
        <FocusRegion className="flex min-h-0 grow flex-col">
          <ConversationBody pane={pane} />
        </FocusRegion>
      </div>
      {wasInfoOpen && (
        <Suspense>
          <InfoPanel isOpen={isInfoOpen} onClose={() => setIsInfoOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
