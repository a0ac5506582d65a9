import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import type { Conversation } from '../model/conversation.ts';
import { InfoEntry } from './info-entry.tsx';

interface DeleteEntryProps {
  conversation: Conversation;
  name: string;
  onDeleted: () => void;
}

/** Clears the conversation for the viewer after confirmation. */
export function DeleteEntry({ conversation, name, onDeleted }: DeleteEntryProps) {
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const clear = async () => {
    setIsConfirming(false);
    if (!(await conversation.clear())) return;
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
