export { createNotificationsModule } from './notifications.module.ts';
export type { NotificationsModule } from './notifications.module.ts';
export { notificationsRoutes } from './notifications.routes.ts';
