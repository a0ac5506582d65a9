export { createChatModule } from './chat.module.ts';
export type { ChatModule } from './chat.module.ts';
export {
  forgetInNextGroup,
  leaveNextGroup,
  releaseGroupMessages,
} from './members/purge.repository.ts';
export type { PurgedGroup } from './members/purge.repository.ts';
export { chatRoutes } from './chat.routes.ts';
export {
  deleteRemoteMessage,
  editRemoteMessage,
  receiveRemoteMessage,
} from './remote/receive-message.ts';
export type { ReceivingDependencies } from './remote/receive-message.ts';
export { recordUndelivered } from './remote/remote-messages.repository.ts';
export type { RemoteFile } from './remote/remote-messages.repository.ts';
