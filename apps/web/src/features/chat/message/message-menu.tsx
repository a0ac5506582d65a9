import type { ChatMessage } from '@skein/contracts/chat';
import Copy from 'lucide-react/icons/copy';
import SmilePlus from 'lucide-react/icons/face-slightly-smiling-plus';
import Flag from 'lucide-react/icons/flag';
import Pencil from 'lucide-react/icons/pencil';
import Reply from 'lucide-react/icons/reply';
import Trash2 from 'lucide-react/icons/trash-2';
import { lazy, Suspense, useRef, useState } from 'react';
import { messageDeletionMs } from '@skein/contracts/limits';
import { LazyMenuPopup } from '../../../ui/menu.tsx';
import type { MenuItem } from '../../../ui/menu-item.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { canEdit } from '../model/conversation-state.ts';
import { useConversationState, useConversationStore } from '../conversation/use-conversation.ts';
import { useDialogs } from '../../../lib/dialogs.tsx';
import type { DialogActions } from '../../../lib/dialogs.tsx';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

export interface OpenMenu {
  button: HTMLElement;
  message: ChatMessage;
}

export interface MessageMenuProps {
  target: OpenMenu;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  /** Opens the reactions. */
  onReact: (button: HTMLElement, message: ChatMessage) => void;
}

/** The actions on a message. */
export function MessageMenu(props: MessageMenuProps) {
  const { target, isOpen, setIsOpen, onReact } = props;
  const store = useConversationStore();
  const { viewerId } = store;
  const canReact = useConversationState((state) => state.canReact);
  const canWrite = useConversationState((state) => state.canWrite);
  const { openReport } = useDialogs();
  const [messageToDelete, setMessageToDelete] = useState<ChatMessage | null>(null);
  const isWriting = useRef(false);
  const { button, message } = target;
  const finalFocus = () => {
    if (!isWriting.current) return button;
    isWriting.current = false;
    return button.closest('[data-conversation]')?.querySelector('textarea') ?? button;
  };
  /** The focus goes to the message box. */
  const write = (start: (message: ChatMessage) => void) => () => {
    isWriting.current = true;
    start(message);
  };
  return (
    <>
      <LazyMenuPopup
        key={message.id}
        label={t('chat.menu')}
        align="end"
        anchor={{ current: button }}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        finalFocus={finalFocus}
        items={[
          ...(canReact ? [reactItem(() => onReact(button, message))] : []),
          ...(canWrite
            ? [{ label: t('chat.reply'), icon: Reply, onSelect: write((m) => store.replyTo(m)) }]
            : []),
          ...(canWrite && canEdit(message, viewerId)
            ? [{ label: t('chat.edit'), icon: Pencil, onSelect: write(store.edits.start) }]
            : []),
          ...itemsFor(message, message.senderId === viewerId, {
            onDelete: setMessageToDelete,
            onReport: openReport,
          }),
        ]}
      />
      {messageToDelete && (
        <Suspense>
          <ConfirmDialog
            isOpen
            title={t('chat.deleteMessageTitle')}
            text={t(
              messageToDelete.group ? 'chat.deleteGroupMessageText' : 'chat.deleteMessageText',
            )}
            confirmLabel={t('chat.deleteMessage')}
            isDangerous
            onConfirm={() => {
              setMessageToDelete(null);
              void store.deleteMessage(messageToDelete);
            }}
            onCancel={() => setMessageToDelete(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function reactItem(onReact: () => void): MenuItem {
  // Deferred until the menu has returned the focus to its button.
  return { label: t('chat.react'), icon: SmilePlus, onSelect: () => setTimeout(onReact) };
}

function itemsFor(
  message: ChatMessage,
  isOwn: boolean,
  {
    onDelete,
    onReport,
  }: { onDelete: (message: ChatMessage) => void; onReport: DialogActions['openReport'] },
): MenuItem[] {
  const { id, content, senderId, senderName, createdAt } = message;
  const items: MenuItem[] = [];
  if (content !== '') {
    items.push({ label: t('chat.copy'), icon: Copy, onSelect: () => void copy(content) });
  }
  if (isOwn && Date.now() - Date.parse(createdAt) < messageDeletionMs) {
    items.push({
      label: t('chat.deleteMessage'),
      icon: Trash2,
      isDangerous: true,
      // Deferred until the menu has returned the focus to its button, so the dialog can too.
      onSelect: () => setTimeout(onDelete, 0, message),
    });
  }
  if (!isOwn && senderId !== null) {
    items.push({
      label: t('chat.reportMessage'),
      icon: Flag,
      onSelect: () =>
        setTimeout(onReport, 0, {
          targetType: 'message',
          targetId: id,
          name: senderName,
          authorId: senderId,
        }),
    });
  }
  return items;
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(t('chat.copied'));
  } catch {
    toast.error(t('chat.actFailed'));
  }
}
