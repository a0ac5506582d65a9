import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '@skein/contracts/users';
import { CompletionList } from '../../composer/completion/completion-list.tsx';
import { complete } from '../../composer/completion/completion-token.ts';
import type { Suggestion } from '../../composer/completion/suggestions.queries.ts';
import { optionId } from '../../composer/completion/use-completion.ts';
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
  const id = useId();
  const { token, updateToken, clearToken, dismiss, clearTokenSoon } = useTokenAtCaret();
  const [active, setActive] = useState({ query: '', index: 0 });
  const suggestions = token?.trigger === '@' ? findUsers(users, token.query) : [];
  const isOpen = suggestions.length > 0;
  const query = token?.query ?? '';
  const activeIndex = active.query === query ? Math.min(active.index, suggestions.length - 1) : 0;

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
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { length } = suggestions;
    const step = (by: number) => setActive({ query, index: (activeIndex + by + length) % length });
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
    const action = actions[event.key];
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (!isOpen || !action || hasModifier || event.isComposing) return;
    event.preventDefault();
    // Neither sends the message nor cancels a reply.
    event.stopPropagation();
    action();
  });
  const update = useEffectEvent(updateToken);
  const leave = useEffectEvent(clearTokenSoon);
  useEffect(() => {
    const box = textBox.current;
    if (!box) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    for (const type of ['input', 'keyup', 'click'])
      box.addEventListener(type, () => update(box), { signal });
    box.addEventListener('keydown', (event) => handleKey(event), { signal });
    box.addEventListener('blur', () => leave(), { signal });
    return () => controller.abort();
  }, [textBox]);
  useEffect(() => {
    const box = textBox.current;
    if (!box || !isOpen) return undefined;
    const attributes = {
      'aria-haspopup': 'listbox',
      'aria-controls': id,
      'aria-activedescendant': optionId(id, activeIndex),
    };
    for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) box.removeAttribute(name);
    };
  }, [textBox, id, isOpen, activeIndex]);

  return (
    <CompletionList
      id={id}
      textBox={textBox}
      token={isOpen ? token : null}
      suggestions={suggestions}
      activeIndex={activeIndex}
      choose={choose}
    />
  );
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
