import { withMessages } from '../../../i18n/load-messages.ts';
import { componentOf } from '../../../lib/lazy-component.tsx';
import { createLoader } from '../../../lib/loader.ts';

/** The list of conversations works without it. */
export const conversationBody = createLoader(() =>
  withMessages(async () => (await import('./conversation-body.tsx')).ConversationBody, 'chat'),
);

export const ConversationBody = componentOf(conversationBody);
