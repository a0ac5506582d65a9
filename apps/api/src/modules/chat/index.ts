export { createChatModule } from './chat.module.ts';
export type { ChatModule } from './chat.module.ts';
export { chatRoutes } from './chat.routes.ts';
