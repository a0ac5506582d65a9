import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { useConversation, useConversationStore } from '../conversation/use-conversation.ts';
import { InfoEntry } from './info-entry.tsx';

/** Clears the conversation for the viewer after confirmation. */
export function DeleteEntry({ onDeleted }: { onDeleted: () => void }) {
  const store = useConversationStore();
  const { title: name } = useConversation();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const clear = async () => {
    setIsConfirming(false);
    if (!(await store.clear())) return;
    onDeleted();
    void navigate(paths.messages);
  };
  return (
    <>
      <InfoEntry
        icon={Trash2}
        label={t('chat.delete')}
        isDangerous
        onSelect={() => setIsConfirming(true)}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('chat.deleteTitle')}
        text={t('chat.deleteText', { name })}
        confirmLabel={t('chat.deleteConfirm')}
        isDangerous
        onConfirm={() => void clear()}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  );
}
