import { useEffect, useEffectEvent } from 'react';
import type { Conversation } from '../model/conversation.ts';

/** Marks a conversation as read while its end is visible in a focused, visible tab. */
export function useMarkRead(
  conversation: Conversation,
  isAtEnd: boolean,
  lastId: string | null,
): void {
  const markIfVisible = useEffectEvent(() => {
    const isTabActive = !document.hidden && document.hasFocus();
    if (isAtEnd && isTabActive) void conversation.markRead();
  });
  useEffect(() => markIfVisible(), [conversation, isAtEnd, lastId]);
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
