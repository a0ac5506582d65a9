import { useEffect, useEffectEvent } from 'react';
import type { RefObject } from 'react';
import type { User } from '@skein/contracts/users';
import { CompletionList } from '../../composer/completion/completion-list.tsx';
import type { Suggestion } from '../../composer/completion/suggestions.queries.ts';
import { useSuggestionList } from '../../composer/completion/use-suggestion-list.ts';
import { useTokenAtCaret } from '../../composer/completion/use-token-at-caret.ts';

interface MentionCompletionProps {
  textBox: RefObject<HTMLTextAreaElement | null>;
  text: string;
  users: readonly User[];
  onChange: (text: string) => void;
}

const suggestionsMax = 8;

/**
 * Completes mentions of members in the message box. Its code is loaded with a group, so it listens to
 * the box, which does not know it.
 */
export function MentionCompletion({ textBox, text, users, onChange }: MentionCompletionProps) {
  const caret = useTokenAtCaret();
  const { token } = caret;
  const { list, controls, activeDescendant, handleKey } = useSuggestionList({
    textBox,
    text,
    caret,
    suggestions: token?.trigger === '@' ? findUsers(users, token.query) : [],
    onChange,
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!event.isComposing) handleKey(event);
  });
  const update = useEffectEvent(caret.updateToken);
  const leave = useEffectEvent(caret.clearTokenSoon);
  useEffect(() => {
    const box = textBox.current;
    if (!box) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    for (const type of ['input', 'keyup', 'click'])
      box.addEventListener(type, () => update(box), { signal });
    box.addEventListener('keydown', (event) => onKeyDown(event), { signal });
    box.addEventListener('blur', () => leave(), { signal });
    return () => controller.abort();
  }, [textBox]);
  useEffect(() => {
    const box = textBox.current;
    if (!box || controls === undefined || activeDescendant === undefined) return undefined;
    const attributes = {
      'aria-haspopup': 'listbox',
      'aria-controls': controls,
      'aria-activedescendant': activeDescendant,
    };
    for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) box.removeAttribute(name);
    };
  }, [textBox, controls, activeDescendant]);

  return <CompletionList textBox={textBox} {...list} />;
}

/** The members whose name or username begins with the text, without one that is already complete. */
function findUsers(users: readonly User[], query: string): Suggestion[] {
  const text = query.toLowerCase();
  const matches = users.filter(
    ({ name, username }) =>
      username !== '' &&
      (username.toLowerCase().startsWith(text) ||
        name
          .toLowerCase()
          .split(/\s/)
          .some((word) => word.startsWith(text))),
  );
  if (matches.length === 1 && matches[0]?.username.toLowerCase() === text) return [];
  return matches
    .slice(0, suggestionsMax)
    .map(({ name, username, picture }) => ({ trigger: '@', word: username, name, picture }));
}
