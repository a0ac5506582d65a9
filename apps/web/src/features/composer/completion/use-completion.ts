import type { KeyboardEvent, RefObject, SyntheticEvent } from 'react';
import { useImeComposition } from '../editor/use-ime-composition.ts';
import { useSuggestionList } from './use-suggestion-list.ts';
import { useSuggestions } from './use-suggestions.ts';
import { useTokenAtCaret } from './use-token-at-caret.ts';

interface CompletionOptions {
  textBox: RefObject<HTMLTextAreaElement | null>;
  text: string;
  isDisabled: boolean;
  onChange: (text: string) => void;
}

/** Completion of hashtags, mentions and emojis in a text box. */
export function useCompletion({ textBox, text, isDisabled, onChange }: CompletionOptions) {
  const caret = useTokenAtCaret();
  const { isComposing, boxProps } = useImeComposition();
  const suggestions = useSuggestions(isDisabled ? null : caret.token);
  const { list, controls, activeDescendant, handleKey } = useSuggestionList({
    textBox,
    text,
    caret,
    suggestions,
    onChange,
  });
  return {
    list,
    updateToken: caret.updateToken,
    /** Props of the text box. */
    boxProps: {
      ...boxProps,
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': controls,
      'aria-activedescendant': activeDescendant,
      onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) =>
        caret.updateToken(currentTarget),
      onBlur: caret.clearTokenSoon,
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!isComposing(event)) handleKey(event);
    },
  } as const;
}
