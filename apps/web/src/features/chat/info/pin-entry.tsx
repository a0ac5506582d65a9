import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import { t } from '../../../i18n/index.ts';
import { useConversationState, useConversationStore } from '../conversation/use-conversation.ts';
import { InfoEntry } from './info-entry.tsx';

/** Pins the conversation or unpins it. Requests and empty conversations cannot be pinned. */
export function PinEntry() {
  const store = useConversationStore();
  const isPinned = useConversationState((state) => state.settings.isPinned);
  const isRequest = useConversationState((state) => state.isRequest);
  const isEmpty = useConversationState((state) => state.messages.length === 0);
  if (!isPinned && (isRequest || isEmpty)) return null;
  return (
    <InfoEntry
      icon={isPinned ? PinOff : Pin}
      label={t(isPinned ? 'chat.unpin' : 'chat.pin')}
      onSelect={() => void store.changeSettings({ isPinned: !isPinned })}
    />
  );
}
