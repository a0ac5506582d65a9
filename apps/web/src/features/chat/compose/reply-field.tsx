import X from 'lucide-react/icons/x';
import type { User } from '@skein/contracts/users';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { messagePreview } from '../message/message-preview.ts';
import { describeReply } from '../message/message-quote.tsx';
import type { GroupParts } from '../conversation/group-parts.ts';
import type { QuotedMessage } from '../model/conversation-state.ts';

interface ReplyFieldProps {
  quoted: QuotedMessage;
  partner: User;
  parts: GroupParts | null;
  onRemove: () => void;
}

/** The message that the draft replies to. */
export function ReplyField({ quoted, partner, parts, onRemove }: ReplyFieldProps) {
  return (
    <div className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-3.5">
      <p className="min-w-0 grow text-sm">
        <span className="block truncate font-semibold">
          {describeReply(quoted, partner, parts)}
        </span>
        <span className="block truncate text-muted">{messagePreview(quoted)}</span>
      </p>
      <IconButton icon={X} size="sm" label={t('chat.removeReply')} onClick={onRemove} />
    </div>
  );
}
