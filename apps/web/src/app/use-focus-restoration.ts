import { useEffect } from 'react';
import { useNavigationType } from 'react-router-dom';
import { usePageKey } from '../lib/history-layers.tsx';

/** The thread id of the card that last had the focus, by the key of its history entry. */
const cards = new Map<string, string>();

/** After going back, moves the focus to the card that had it, unless another element has it already. */
export function useFocusRestoration(): void {
  const key = usePageKey();
  const isReturn = useNavigationType() === 'POP';
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      const card = target instanceof Element && target.closest<HTMLElement>('[data-thread-id]');
      if (card && card.dataset['threadId']) cards.set(key, card.dataset['threadId']);
    };
    document.addEventListener('focusin', remember);
    const id = isReturn && cards.get(key);
    // The list renders its cards after it has measured the window.
    const frame = requestAnimationFrame(() => id && focusCard(id));
    return () => {
      document.removeEventListener('focusin', remember);
      cancelAnimationFrame(frame);
    };
  }, [key, isReturn]);
}

function focusCard(id: string): void {
  if (!document.activeElement?.matches('body, h1')) return;
  const card = document.querySelector<HTMLElement>(`article[data-thread-id="${CSS.escape(id)}"]`);
  card?.focus({ preventScroll: true });
}
