import { suggestionHideDelayMs } from '@skein/contracts/limits';
import { useEffect, useRef, useState } from 'react';
import { findToken } from './completion-token.ts';
import type { CompletionToken } from './completion-token.ts';

/** The #tag or @name at the caret of a text box, unless no list is wanted for it. */
export function useTokenAtCaret() {
  const [token, setToken] = useState<CompletionToken | null>(null);
  /** Where the token starts that was dismissed. */
  const [dismissedAt, setDismissedAt] = useState<number | null>(null);
  const hiding = useRef(0);
  useEffect(() => () => clearTimeout(hiding.current), []);

  return {
    token: token?.start === dismissedAt ? null : token,
    /** To be called whenever text or caret may have changed. */
    follow: ({ selectionStart, selectionEnd, value }: HTMLTextAreaElement) => {
      clearTimeout(hiding.current);
      const found = selectionStart === selectionEnd ? findToken(value, selectionStart) : null;
      if (found?.start !== dismissedAt) setDismissedAt(null);
      setToken(found);
    },
    forget: () => setToken(null),
    dismiss: () => setDismissedAt(token?.start ?? null),
    /** After a moment: what took the focus may have been a press on the list. */
    leave: () => {
      hiding.current = window.setTimeout(() => setToken(null), suggestionHideDelayMs);
    },
  };
}
