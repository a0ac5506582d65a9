export { createWebhooksModule } from './webhooks.module.ts';
export { webhooksRoutes } from './webhooks.routes.ts';
