export { createNotificationsModule } from './notifications.module.ts';
export type { NotificationsModule } from './notifications.module.ts';
export { notificationsRoutes } from './notifications.routes.ts';
export { createPushModule } from './push/push.module.ts';
export type { PushModule } from './push/push.module.ts';
export { pushRoutes } from './push/push.routes.ts';
export { pushPolicies } from './push/app-subscriptions.repository.ts';
export type { AppMessages } from './push/app-subscriptions.ts';
export { toExcerpt } from './push/push-messages.serializer.ts';
