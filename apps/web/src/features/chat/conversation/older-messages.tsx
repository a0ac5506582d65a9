import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { t } from '../../../i18n/index.ts';
import type { Conversation } from '../model/conversation.ts';
import { useConversationState } from './use-conversation.ts';

interface OlderMessagesProps {
  conversation: Conversation;
  log: RefObject<HTMLElement | null>;
}

/** Loads older messages before the viewer reaches the top. */
const marginPx = 600;

/** The top of the log, which loads older messages. */
export function OlderMessages({ conversation, log }: OlderMessagesProps) {
  const sentinel = useRef<HTMLDivElement>(null);
  const older = useConversationState(conversation, (state) => state.older);
  const { cursor, status } = older;
  useEffect(() => {
    if (!sentinel.current || status !== 'idle') return undefined;
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.at(-1)?.isIntersecting === true) void conversation.loadOlder();
      },
      { root: log.current, rootMargin: `${marginPx}px 0px` },
    );
    observer.observe(sentinel.current);
    return () => observer.disconnect();
    // A new cursor observes again, because the sentinel may still be visible after a page.
  }, [conversation, log, cursor, status]);
  return (
    <div ref={sentinel} className="flex h-14 shrink-0 items-center justify-center gap-3 text-muted">
      {status === 'failed' ? (
        <>
          <span className="text-sm">{t('chat.olderError')}</span>
          <Button size="sm" variant="secondary" onClick={() => void conversation.loadOlder()}>
            {t('common.tryAgain')}
          </Button>
        </>
      ) : (
        <Spinner label={t('chat.olderLoading')} />
      )}
    </div>
  );
}
