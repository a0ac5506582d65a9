import type { Database } from '@skein/db';
import type { Bus } from '../../events/bus.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { MediaModule } from '../media/index.ts';
import { createInbox } from './inbox.ts';
import { sendMessage } from './send-message.ts';
import type { MessageInput } from './send-message.ts';

export { chatRoutes } from './chat.routes.ts';
export type { ChatInbox, Delivery } from './inbox.ts';

export type ChatModule = ReturnType<typeof createChatModule>;

interface Dependencies {
  database: Database;
  clock: Clock;
  media: Pick<MediaModule, 'claim' | 'discard'>;
  bus: Pick<Bus, 'publish'>;
}

export function createChatModule(dependencies: Dependencies) {
  return {
    inbox: createInbox(dependencies),

    send: (viewer: Viewer, input: MessageInput) => sendMessage(dependencies, viewer, input),
  };
}
