import { useSyncExternalStore } from 'react';

export interface Store<State> {
  get: () => State;
  set: (state: State) => void;
  subscribe: (listener: () => void) => () => void;
  /** The state, as a hook. */
  use: () => State;
}

/** A value outside React that components can follow. */
export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  const get = () => state;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    get,
    set: (next) => {
      if (Object.is(state, next)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  };
}
