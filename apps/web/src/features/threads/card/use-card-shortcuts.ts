import type { KeyboardEvent, MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';

const controls = 'a, button, input, label, video, audio';
const ownKeys = 'input, video, audio';

type Act = 'like' | 'reply';

const acts: ReadonlyMap<string, Act> = new Map([
  ['l', 'like'],
  ['r', 'reply'],
]);

/** Short cuts of a card: its free area and its keys do what its links and buttons do. */
export function useCardShortcuts() {
  const navigate = useNavigate();
  const open = (place: Element) => {
    const id = place.closest<HTMLElement>('[data-thread-id]')?.dataset['threadId'];
    const path = id === undefined ? location.pathname : paths.thread(id);
    if (path !== location.pathname) void navigate(path);
  };
  return {
    onClick: ({ target, currentTarget, defaultPrevented }: MouseEvent<HTMLElement>) => {
      const isFree = isInside(target, currentTarget) && !target.closest(controls);
      // Whoever marks text to copy it does not want to leave.
      if (isFree && !defaultPrevented && window.getSelection()?.isCollapsed !== false) open(target);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { key, target, currentTarget } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (!isInside(target, currentTarget) || target.closest(ownKeys)) return;
      if (key === 'o' || (key === 'Enter' && target === currentTarget)) open(currentTarget);
      const act = acts.get(key);
      if (!act) return;
      // The thread that the page is about does not act on it as well.
      event.preventDefault();
      press(currentTarget, act);
    },
  };
}

/** React lets events of what is drawn elsewhere, such as an enlarged picture, rise here as well. */
function isInside(target: EventTarget, card: Element): target is Element {
  return target instanceof Element && card.contains(target);
}

/** Presses one of a card's buttons. */
export function press(card: Element | null, act: Act): void {
  card?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.click();
}
