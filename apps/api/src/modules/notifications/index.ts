export { createNotificationsModule } from './notifications.module.ts';
export type { NotificationsModule } from './notifications.module.ts';
export { notificationsRoutes } from './notifications.routes.ts';
export { createPushModule } from './push/push.module.ts';
export { pushRoutes } from './push/push.routes.ts';
