export { createIdempotencyModule } from './idempotency.module.ts';
