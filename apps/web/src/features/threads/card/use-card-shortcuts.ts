import type { KeyboardEvent, MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';

const interactiveElements = 'a, button, input, label, video, audio';
const elementsWithOwnKeys = 'input, video, audio';

type CardAction = 'bookmark' | 'like' | 'reply' | 'repost';

const actionByKey: ReadonlyMap<string, CardAction> = new Map([
  ['b', 'bookmark'],
  ['l', 'like'],
  ['r', 'reply'],
]);

/** A click on a card outside of its controls opens the thread; keys press its buttons. */
export function useCardShortcuts() {
  const navigate = useNavigate();
  const open = (element: Element) => {
    const id = element.closest<HTMLElement>('[data-thread-id]')?.dataset['threadId'];
    const path = id === undefined ? location.pathname : paths.thread(id);
    if (path !== location.pathname) void navigate(path);
  };
  return {
    onClick: ({ target, currentTarget, defaultPrevented }: MouseEvent<HTMLElement>) => {
      if (!isInside(target, currentTarget) || target.closest(interactiveElements)) return;
      // Selecting text must not open the thread.
      const hasSelection = window.getSelection()?.isCollapsed === false;
      if (!defaultPrevented && !hasSelection) open(target);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { key, target, currentTarget } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (!isInside(target, currentTarget) || target.closest(elementsWithOwnKeys)) return;
      if (key === 'o' || (key === 'Enter' && target === currentTarget)) open(currentTarget);
      const action = actionByKey.get(key);
      if (!action) return;
      // Keeps the page's shortcuts for the main thread from handling the same key.
      event.preventDefault();
      pressAction(currentTarget, action);
    },
  };
}

/** False for events that bubble through React from a portal, such as the lightbox. */
function isInside(target: EventTarget, card: Element): target is Element {
  return target instanceof Element && card.contains(target);
}

/** Clicks one of a card's action buttons. */
export function pressAction(card: Element | null, action: CardAction): void {
  card?.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
}
