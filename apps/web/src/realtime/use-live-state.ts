import { useEffect, useState } from 'react';
import type { LiveState } from './hub.ts';
import { onLiveState } from './live.ts';

/** How the stream of events is, as it changes. */
export function useLiveState(): LiveState {
  const [state, setState] = useState<LiveState>('closed');
  useEffect(() => onLiveState(setState), []);
  return state;
}
