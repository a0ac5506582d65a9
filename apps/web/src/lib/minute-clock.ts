import { useSyncExternalStore } from 'react';

const stepMs = 60_000;

const listeners = new Set<() => void>();
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * The present time, renewed once a minute while the page is looked at. All users share one
 * timer, which rests while there is none.
 */
export function useMinuteClock(): number {
  return useSyncExternalStore(subscribe, () => nowMs);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

function start(): void {
  nowMs = Date.now();
  timer = setInterval(tick, stepMs);
  document.addEventListener('visibilitychange', tick);
}

function stop(): void {
  clearInterval(timer);
  document.removeEventListener('visibilitychange', tick);
}

function tick(): void {
  if (document.hidden) return;
  nowMs = Date.now();
  for (const listener of listeners) listener();
}
