import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { t } from '../../../i18n/index.ts';
import { usePageKey } from '../../../lib/history-layers.tsx';
import { toast } from '../../../lib/toast.ts';
import { useConversationStore } from './use-conversation.ts';

const markedMs = 2500;

/**
 * Shows the message in the URL, if any, and returns a function that shows another one: loads the messages
 * around it, moves the focus to it and marks it briefly.
 */
export function useShownMessage(log: RefObject<HTMLElement | null>): (messageId: string) => void {
  const store = useConversationStore();
  const { search } = useLocation();
  const key = usePageKey();
  const messageId = new URLSearchParams(search).get('message');
  const show = async (id: string) => {
    if (await store.paging.show(id)) focusMessage(log.current, id);
    else toast.error(t('chat.quoteNotFound'));
  };
  const showFromUrl = useEffectEvent((id: string) => void show(id));
  useEffect(() => {
    if (messageId !== null) showFromUrl(messageId);
    // Pressing the same result again is a new history entry.
  }, [store, messageId, key]);
  return (id) => void show(id);
}

/** Messages that were just loaded are rendered before the next frame. */
function focusMessage(log: HTMLElement | null, messageId: string): void {
  requestAnimationFrame(() => {
    const row = log?.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`);
    if (!log || !row) return;
    scrollToCenter(log, row);
    row.querySelector<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    log.querySelector('[data-marked]')?.removeAttribute('data-marked');
    row.setAttribute('data-marked', '');
    setTimeout(() => row.removeAttribute('data-marked'), markedMs);
  });
}

/** Unlike `scrollIntoView`, this does not scroll the page. */
function scrollToCenter(log: HTMLElement, row: HTMLElement): void {
  const [outer, inner] = [log.getBoundingClientRect(), row.getBoundingClientRect()];
  log.scrollTop += inner.top + inner.height / 2 - (outer.top + outer.height / 2);
  // The browser reports it only with the next frame; a render before that would scroll back.
  log.dispatchEvent(new Event('scroll'));
}
