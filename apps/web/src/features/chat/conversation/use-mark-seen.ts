import { useEffect, useEffectEvent } from 'react';
import type { Conversation } from '../model/conversation.ts';

/** Marks a conversation read once its end is really looked at: in a tab in front that has the focus. */
export function useMarkSeen(
  conversation: Conversation,
  isAtEnd: boolean,
  lastId: string | null,
): void {
  const look = useEffectEvent(() => {
    const isLookedAt = !document.hidden && document.hasFocus();
    if (isAtEnd && isLookedAt) void conversation.markSeen();
  });
  useEffect(() => look(), [conversation, isAtEnd, lastId]);
  useEffect(() => {
    const onLook = () => look();
    window.addEventListener('focus', onLook);
    document.addEventListener('visibilitychange', onLook);
    return () => {
      window.removeEventListener('focus', onLook);
      document.removeEventListener('visibilitychange', onLook);
    };
  }, []);
}
