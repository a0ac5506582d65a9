export { removeAccountNow } from './account-removal.ts';
export { purgeThreads } from './purge-account.ts';
export { createAccountModule } from './account.module.ts';
export type { AccountModule } from './account.module.ts';
export { accountRoutes } from './account.routes.ts';
