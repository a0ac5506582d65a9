import { useEffect, useEffectEvent } from 'react';
import { useConversationStore } from './use-conversation.ts';

/** Marks a conversation as read while its end is visible in a focused, visible tab. */
export function useMarkRead(isAtEnd: boolean, lastId: string | null): void {
  const store = useConversationStore();
  const markIfVisible = useEffectEvent(() => {
    const isTabActive = !document.hidden && document.hasFocus();
    if (isAtEnd && isTabActive) void store.markRead();
  });
  useEffect(() => markIfVisible(), [store, isAtEnd, lastId]);
  useEffect(() => {
    const listener = () => markIfVisible();
    window.addEventListener('focus', listener);
    document.addEventListener('visibilitychange', listener);
    return () => {
      window.removeEventListener('focus', listener);
      document.removeEventListener('visibilitychange', listener);
    };
  }, []);
}
