export { createRateLimitsModule } from './rate-limits.module.ts';
export type { RateLimitsModule } from './rate-limits.module.ts';
export { openCounterStore } from './counter-store.ts';
export type { OpenCounterStore } from './counter-store.ts';
