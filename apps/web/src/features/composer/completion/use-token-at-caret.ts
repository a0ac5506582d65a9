import { suggestionHideDelayMs } from '@skein/contracts/limits';
import { useEffect, useRef, useState } from 'react';
import { findToken } from './completion-token.ts';
import type { CompletionToken } from './completion-token.ts';

/** The hashtag, mention or name of an emoji at the caret of a text box, unless the user has dismissed its list. */
export function useTokenAtCaret() {
  const [token, setToken] = useState<CompletionToken | null>(null);
  /** The start of the dismissed token. */
  const [dismissedAt, setDismissedAt] = useState<number | null>(null);
  const hideTimer = useRef(0);
  useEffect(() => () => clearTimeout(hideTimer.current), []);

  return {
    token: token?.start === dismissedAt ? null : token,
    /** Call this when the text or the caret may have changed. */
    updateToken: ({ selectionStart, selectionEnd, value }: HTMLTextAreaElement) => {
      clearTimeout(hideTimer.current);
      const found = selectionStart === selectionEnd ? findToken(value, selectionStart) : null;
      if (found?.start !== dismissedAt) setDismissedAt(null);
      setToken(found);
    },
    clearToken: () => setToken(null),
    dismiss: () => setDismissedAt(token?.start ?? null),
    /** Delayed, because a click on the list blurs the text box first. */
    clearTokenSoon: () => {
      hideTimer.current = window.setTimeout(() => setToken(null), suggestionHideDelayMs);
    },
  };
}
