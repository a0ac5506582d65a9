import Check from 'lucide-react/icons/check';
import Mic from 'lucide-react/icons/mic';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { messageMaxLength } from '@skein/contracts/limits';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { canSend, isEmpty } from '../model/conversation-state.ts';
import { useConversationState } from '../conversation/use-conversation.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';

/** Browsers offer the microphone to secure contexts only. */
const canRecord = (): boolean => 'MediaRecorder' in window && 'mediaDevices' in navigator;

/** Sends the content of the message box. If it is empty, records a voice message instead. */
export function SubmitButton({ onRecord }: { onRecord: () => void }) {
  const isReady = useConversationState((state) => canSend(state, messageMaxLength));
  const isBoxEmpty = useConversationState(isEmpty);
  const isEditing = useConversationState((state) => state.editing !== null);
  if (isBoxEmpty && canRecord()) {
    return <IconButton icon={Mic} label={t('chat.recordVoice')} onClick={onRecord} />;
  }
  const Icon = isEditing ? Check : SendHorizontal;
  const label = t(isEditing ? 'chat.saveEdit' : 'chat.send');
  return (
    <Tooltip text={label}>
      <button
        type="submit"
        disabled={!isReady}
        aria-label={label}
        className="grid size-10 shrink-0 place-items-center rounded-full bg-accent text-on-accent transition-colors hover:bg-accent-strong disabled:cursor-not-allowed disabled:bg-transparent disabled:text-muted"
      >
        <Icon className="size-5" aria-hidden />
      </button>
    </Tooltip>
  );
}
