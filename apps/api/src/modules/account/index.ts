export { createAccountModule } from './account.module.ts';
export { accountRoutes } from './account.routes.ts';
