export { createChatModule } from './chat.module.ts';
export type { ChatModule } from './chat.module.ts';
export {
  forgetInNextGroup,
  leaveNextGroup,
  releaseGroupMessages,
} from './members/purge.repository.ts';
export type { PurgedGroup } from './members/purge.repository.ts';
export { chatRoutes } from './chat.routes.ts';
