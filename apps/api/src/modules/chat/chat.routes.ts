import { sendMessage } from '@skein/contracts/chat';
import type { BindRoute } from '../../http/bind-route.ts';
import type { ChatModule } from './index.ts';

export function chatRoutes(bind: BindRoute, chat: ChatModule): void {
  bind(sendMessage, ({ viewer, body }) => chat.send(viewer, body));
}
