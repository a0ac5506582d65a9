import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled)';

interface FocusRegionProps {
  className?: string;
  children: ReactNode;
}

/**
 * Keeps the keyboard focus inside when the focused control is removed: "Try again" once the content
 * loads, or the button of a list row that disappears. The control that replaces it gets the focus.
 */
export function FocusRegion({ className = '', children }: FocusRegionProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => (ref.current ? keepFocusInside(ref.current) : undefined), []);
  return (
    <div ref={ref} tabIndex={-1} className={`outline-none ${className}`}>
      {children}
    </div>
  );
}

function keepFocusInside(region: HTMLElement): () => void {
  /** The control that had the focus last, and its index among the controls of the region. */
  let last: { control: Element; index: number } | null = null;
  const listControls = () => [...region.querySelectorAll<HTMLElement>(focusable)];

  const remember = ({ target }: Event) => {
    if (!(target instanceof Element) || target === region) return;
    const index = listControls().findIndex((control) => control === target);
    last = index < 0 ? null : { control: target, index };
  };
  const restore = () => {
    const { activeElement, body } = document;
    if (!last || last.control.isConnected) return;
    if (activeElement !== body && activeElement !== region) return;
    const { index } = last;
    const control = listControls().at(index) ?? listControls().at(-1);
    // A skeleton has no controls: the region has the focus until the content is loaded.
    (control ?? region).focus({ preventScroll: true });
  };
  const forget = ({ target }: Event) => {
    if (target instanceof Element && !last?.control.contains(target)) last = null;
  };
  // A held Enter key must not activate the control that has just received the focus.
  const ignoreRepeat = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
  };

  const observer = new MutationObserver(restore);
  observer.observe(region, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget);
  region.addEventListener('keydown', ignoreRepeat);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget);
    region.removeEventListener('keydown', ignoreRepeat);
  };
}
