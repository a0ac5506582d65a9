import X from 'lucide-react/icons/x';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { messagePreview } from '../message/message-preview.ts';
import type { Editing } from '../model/conversation-state.ts';

interface EditFieldProps {
  editing: Editing | null;
  onCancel: () => void;
}

/** The message that is being edited. Its start is announced, because the focus may not move. */
export function EditField({ editing, onCancel }: EditFieldProps) {
  return (
    <div aria-live="polite">
      {editing && (
        <div className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-3.5">
          <p className="min-w-0 grow text-sm">
            <span className="block truncate font-semibold">{t('chat.editing')}</span>
            <span className="block truncate text-muted">{messagePreview(editing.message)}</span>
          </p>
          <IconButton icon={X} size="sm" label={t('chat.cancelEditing')} onClick={onCancel} />
        </div>
      )}
    </div>
  );
}
