import { useId, useState } from 'react';
import type { KeyboardEvent, RefObject, SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Suggestion } from './suggestions.queries.ts';
import { complete } from './completion-token.ts';
import { useImeComposition } from '../editor/use-ime-composition.ts';
import { useSuggestions } from './use-suggestions.ts';
import { useTokenAtCaret } from './use-token-at-caret.ts';

interface CompletionOptions {
  textBox: RefObject<HTMLTextAreaElement | null>;
  text: string;
  isDisabled: boolean;
  onChange: (text: string) => void;
}

/**
 * Completion of hashtags and mentions in a text box. ARIA does not allow a multi-line combobox, so
 * this uses a listbox with the combobox keys and `aria-activedescendant`.
 */
export function useCompletion({ textBox, text, isDisabled, onChange }: CompletionOptions) {
  const id = useId();
  const { token, updateToken, clearToken, dismiss, clearTokenSoon } = useTokenAtCaret();
  const { isComposing, boxProps } = useImeComposition();
  const suggestions = useSuggestions(isDisabled ? null : token);
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
    updateToken,
    /** Props of the text box. */
    boxProps: {
      ...boxProps,
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? optionId(id, activeIndex) : undefined,
      onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) =>
        updateToken(currentTarget),
      onBlur: clearTokenSoon,
    },
    onKeyDown: (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      const action = actions[event.key];
      if (!isOpen || !action || hasModifier || isComposing(event)) return;
      event.preventDefault();
      // Escape closes the list but not the dialog.
      event.stopPropagation();
      action();
    },
  } as const;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;
