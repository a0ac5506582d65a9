import { useEffectEvent, useLayoutEffect } from 'react';

// Checkboxes, radio buttons and switches accept no text.
const keyHandlingSelector =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]';
// A layer that is closing no longer handles keys, although it still has the focus.
const closingSelector = '[data-closed]';

const dialogSelector = '[role="dialog"], [role="alertdialog"]';

/** Whether `Mod` means the command key, not the control key. */
const isMac = navigator.userAgent.includes('Mac');

/** The name of the `Mod` key. */
export const modifierName = isMac ? '⌘' : 'Ctrl';

/**
 * Shortcuts of the page. Single keys are inactive in elements that handle keys themselves; `Mod+k`,
 * with the control or command key, only in dialogs.
 */
export function useKeyboardShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const runAction = useEffectEvent((event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    const [hasMod, hasOther] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
    const key = hasMod ? `Mod+${event.key}` : event.key;
    const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
    if (!action || hasOther || altKey || defaultPrevented) return;
    if (target instanceof Element && handlesKeys(target, hasMod)) return;
    event.preventDefault();
    action();
  });

  // Before the first paint, so that no key is lost.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => runAction(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function handlesKeys(target: Element, hasMod: boolean): boolean {
  const selector = hasMod ? dialogSelector : keyHandlingSelector;
  return target.closest(selector) !== null && target.closest(closingSelector) === null;
}
