import type { Sign } from './connection.ts';

/** Calls when somebody comes back to this page, or does something on it. Answers with how to stop. */
export function watchPresence(onSign: (sign: Sign) => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  const onReturn = () => document.visibilityState === 'visible' && onSign('return');
  const onUse = () => onSign('use');
  document.addEventListener('visibilitychange', onReturn, { signal });
  // From the browser's memory of pages left, among others.
  window.addEventListener('pageshow', onReturn, { signal });
  window.addEventListener('focus', onReturn, { signal });
  window.addEventListener('keydown', onUse, { signal, passive: true });
  window.addEventListener('pointerdown', onUse, { signal, passive: true });
  return () => watching.abort();
}
