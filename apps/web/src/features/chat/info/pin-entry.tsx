import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import { t } from '../../../i18n/index.ts';
import { useConversationState } from '../conversation/use-conversation.ts';
import type { Conversation } from '../model/conversation.ts';
import { InfoEntry } from './info-entry.tsx';

/** Pins the conversation or unpins it. Requests and empty conversations cannot be pinned. */
export function PinEntry({ conversation }: { conversation: Conversation }) {
  const isPinned = useConversationState(conversation, (state) => state.settings.isPinned);
  const isRequest = useConversationState(conversation, (state) => state.isRequest);
  const isEmpty = useConversationState(conversation, (state) => state.messages.length === 0);
  if (!isPinned && (isRequest || isEmpty)) return null;
  return (
    <InfoEntry
      icon={isPinned ? PinOff : Pin}
      label={t(isPinned ? 'chat.unpin' : 'chat.pin')}
      onSelect={() => void conversation.changeSettings({ isPinned: !isPinned })}
    />
  );
}
