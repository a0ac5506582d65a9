export { createLimitsModule } from './limits.module.ts';
export type { LimitsModule } from './limits.module.ts';
