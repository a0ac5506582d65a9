export { onLive, onLiveState, startLive, stopLive } from './live.ts';
