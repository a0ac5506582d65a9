export { onLive, onLiveState, startLive, stopLive } from './live.ts';
export { useLiveState } from './use-live-state.ts';
