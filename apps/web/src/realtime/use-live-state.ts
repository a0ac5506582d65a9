import { useEffect, useState } from 'react';
import type { LiveState } from './stream-emitter.ts';
import { onLiveState } from './live.ts';

/** The current state of the event stream. */
export function useLiveState(): LiveState {
  const [state, setState] = useState<LiveState>('closed');
  useEffect(() => onLiveState(setState), []);
  return state;
}
