import { useId, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { complete } from './completion-token.ts';
import type { Suggestion } from './suggestions.queries.ts';
import type { useTokenAtCaret } from './use-token-at-caret.ts';

interface SuggestionListOptions {
  textBox: RefObject<HTMLTextAreaElement | null>;
  text: string;
  caret: ReturnType<typeof useTokenAtCaret>;
  /** For the token at the caret. */
  suggestions: readonly Suggestion[];
  onChange: (text: string) => void;
}

type KeyEvent = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'preventDefault' | 'stopPropagation'
>;

/**
 * The list of suggestions of a text box, which keeps the focus. ARIA does not allow a multi-line
 * combobox, so this uses a listbox with the combobox keys and `aria-activedescendant`.
 */
export function useSuggestionList(options: SuggestionListOptions) {
  const { textBox, text, caret, suggestions, onChange } = options;
  const { token, clearToken, dismiss } = caret;
  const id = useId();
  const [active, setActive] = useState({ tokenKey: '', index: 0 });

  const isOpen = token !== null && suggestions.length > 0;
  const tokenKey = isOpen ? `${token.start} ${token.query}` : '';
  // A different token resets the active option to the first.
  const activeIndex =
    active.tokenKey === tokenKey ? Math.min(active.index, suggestions.length - 1) : 0;

  const choose = ({ word }: Suggestion) => {
    const box = textBox.current;
    if (!box || !token) return;
    const completed = complete(text, token, word);
    // The caret can only be set after the new text is rendered.
    flushSync(() => {
      onChange(completed.text);
      clearToken();
    });
    box.focus();
    box.setSelectionRange(completed.caret, completed.caret);
  };
  const step = (by: number) => {
    const { length } = suggestions;
    setActive({ tokenKey, index: (activeIndex + by + length) % length });
  };
  const chooseActive = () => {
    const suggestion = suggestions[activeIndex];
    if (suggestion) choose(suggestion);
  };
  const actions: Partial<Record<string, () => void>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: chooseActive,
    Tab: chooseActive,
    Escape: dismiss,
  };

  return {
    list: { id, suggestions, activeIndex, token: isOpen ? token : null, choose },
    /** The attributes of the text box while the list is open; undefined while it is closed. */
    controls: isOpen ? id : undefined,
    activeDescendant: isOpen ? optionId(id, activeIndex) : undefined,
    handleKey: (event: KeyEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      const action = actions[event.key];
      if (!isOpen || !action || hasModifier) return;
      event.preventDefault();
      // Escape closes the list but not the dialog, and Enter does not send the text.
      event.stopPropagation();
      action();
    },
  } as const;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;
