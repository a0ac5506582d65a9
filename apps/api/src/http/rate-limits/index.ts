export { createRateLimitsModule } from './rate-limits.module.ts';
export type { RateLimitsModule } from './rate-limits.module.ts';
