import { useEffect, useEffectEvent } from 'react';

// Checkboxes, radio buttons and switches take no text.
const ownKeysSelector =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]';
// A layer that fades out has no keys any more, though the focus is still in it.
const fadingSelector = '[data-closed]';

/** Single keys that act on the whole page, but not where keys have a meaning of their own. */
export function useKeyboardShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
    if (!action || ctrlKey || metaKey || altKey || defaultPrevented) return;
    if (target instanceof Element && hasOwnKeys(target)) return;
    event.preventDefault();
    action();
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => act(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function hasOwnKeys(target: Element): boolean {
  return target.closest(ownKeysSelector) !== null && target.closest(fadingSelector) === null;
}
