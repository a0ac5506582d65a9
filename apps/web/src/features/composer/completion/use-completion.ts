import { useId, useState } from 'react';
import type { KeyboardEvent, RefObject, SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Suggestion } from './suggestions.queries.ts';
import { complete } from './completion-token.ts';
import { useComposition } from './use-composition.ts';
import { useSuggestions } from './use-suggestions.ts';
import { useTokenAtCaret } from './use-token-at-caret.ts';

interface CompletionOptions {
  textBox: RefObject<HTMLTextAreaElement | null>;
  text: string;
  isDisabled: boolean;
  onChange: (text: string) => void;
}

/**
 * Completion of #tags and @names in a text box. A text box of several lines cannot be a combobox;
 * it has the same list, the same keys and points to its active option in the same way.
 */
export function useCompletion({ textBox, text, isDisabled, onChange }: CompletionOptions) {
  const id = useId();
  const { token, follow, forget, dismiss, leave } = useTokenAtCaret();
  const { isComposing, boxProps } = useComposition();
  const suggestions = useSuggestions(isDisabled ? null : token);
  const [active, setActive] = useState({ word: '', index: 0 });

  const isOpen = token !== null && suggestions.length > 0;
  const asked = isOpen ? `${token.start} ${token.query}` : '';
  // Another word, another list: it starts from the top.
  const activeIndex = active.word === asked ? Math.min(active.index, suggestions.length - 1) : 0;

  const choose = ({ word }: Suggestion) => {
    const box = textBox.current;
    if (!box || !token) return;
    const completed = complete(text, token, word);
    // The caret can only be set where the text stands already.
    flushSync(() => {
      onChange(completed.text);
      forget();
    });
    box.focus();
    box.setSelectionRange(completed.caret, completed.caret);
  };
  const step = (by: number) => {
    const { length } = suggestions;
    setActive({ word: asked, index: (activeIndex + by + length) % length });
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
    follow,
    /** To be given to the text box. */
    boxProps: {
      ...boxProps,
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? optionId(id, activeIndex) : undefined,
      onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => follow(currentTarget),
      onBlur: leave,
    },
    onKeyDown: (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      const action = actions[event.key];
      if (!isOpen || !action || hasModifier || isComposing(event)) return;
      event.preventDefault();
      // Escape leaves the list, not the dialog.
      event.stopPropagation();
      action();
    },
  } as const;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;
