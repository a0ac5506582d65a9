import X from 'lucide-react/icons/x';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { messagePreview } from '../message/message-preview.ts';
import { describeReply, useSenderName } from '../message/message-quote.tsx';
import type { QuotedMessage } from '../model/conversation-state.ts';

interface ReplyFieldProps {
  quoted: QuotedMessage;
  onRemove: () => void;
}

/** The message that the draft replies to. */
export function ReplyField({ quoted, onRemove }: ReplyFieldProps) {
  const name = useSenderName(quoted);
  return (
    <div className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-3.5">
      <p className="min-w-0 grow text-sm">
        <span className="block truncate font-semibold">{describeReply(name)}</span>
        <span className="block truncate text-muted">{messagePreview(quoted)}</span>
      </p>
      <IconButton icon={X} size="sm" label={t('chat.removeReply')} onClick={onRemove} />
    </div>
  );
}
