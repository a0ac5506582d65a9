import { useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { insertText } from '../emoji/insert-text.ts';

/** Layers return the focus themselves, to an element that still exists when the composer closes. */
const layers = '[role="dialog"], [role="alertdialog"], [role="menu"]';

interface EarlyKeysProps {
  /** Whether a composer is requested or open. */
  isOpen: boolean;
  onClose: () => void;
}

/**
 * An invisible text box that has the focus until the text box of the requested composer is loaded, and then
 * passes the text on. A real text box also receives composed characters, and opens the keyboard of phones.
 */
export function EarlyKeys({ isOpen, onClose }: EarlyKeysProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const focusedBefore = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    const { activeElement: focused } = document;
    const earlyBox = box.current;
    if (!isOpen || !earlyBox || !(focused instanceof HTMLElement) || focused.closest(layers)) {
      return undefined;
    }
    focusedBefore.current = focused;
    earlyBox.focus({ preventScroll: true });
    const passOn = ({ target }: FocusEvent) => {
      const text = earlyBox.value;
      if (text === '' || target === earlyBox || !(target instanceof HTMLTextAreaElement)) return;
      earlyBox.value = '';
      insertText(target, text);
    };
    document.addEventListener('focusin', passOn);
    return () => {
      document.removeEventListener('focusin', passOn);
      earlyBox.value = '';
      // The composer was closed before it was loaded.
      if (document.activeElement === earlyBox) returnFocus(earlyBox, focused);
    };
  }, [isOpen]);

  const onKeyDown = (event: KeyboardEvent) => {
    // The dialog of the composer asks before it closes, also before its text box has the focus.
    if (event.key === 'Escape' && document.querySelector(layers) === null) onClose();
  };
  return (
    <textarea
      ref={box}
      tabIndex={-1}
      aria-hidden={!isOpen}
      aria-label={t('feed.prompt')}
      className="pointer-events-none fixed top-0 left-0 size-px resize-none text-base opacity-0"
      onKeyDown={onKeyDown}
      // The closing dialog returns the focus to the element that had it before.
      onFocus={({ currentTarget }) => !isOpen && returnFocus(currentTarget, focusedBefore.current)}
    />
  );
}

function returnFocus(earlyBox: HTMLElement, focusedBefore: HTMLElement | null): void {
  // The body cannot take the focus.
  earlyBox.blur();
  focusedBefore?.focus({ preventScroll: true });
}
