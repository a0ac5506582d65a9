import { useEffect, useEffectEvent } from 'react';

// Checkboxes, radio buttons and switches accept no text.
const keyHandlingSelector =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]';
// A layer that is closing no longer handles keys, although it still has the focus.
const closingSelector = '[data-closed]';

/** Single-key shortcuts of the page. Inactive in elements that handle keys themselves. */
export function useKeyboardShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const runAction = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
    if (!action || ctrlKey || metaKey || altKey || defaultPrevented) return;
    if (target instanceof Element && handlesKeys(target)) return;
    event.preventDefault();
    action();
  });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => runAction(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function handlesKeys(target: Element): boolean {
  return target.closest(keyHandlingSelector) !== null && target.closest(closingSelector) === null;
}
