export { createChatModule } from './chat.module.ts';
export type { ChatModule } from './chat.module.ts';
export {
  forgetInNextGroup,
  leaveNextGroup,
  releaseGroupMessages,
} from './group-purge.repository.ts';
export type { PurgedGroup } from './group-purge.repository.ts';
export { chatRoutes } from './chat.routes.ts';
