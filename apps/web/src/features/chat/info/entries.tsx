import { useQuery } from '@tanstack/react-query';
import Ban from 'lucide-react/icons/ban';
import Flag from 'lucide-react/icons/flag';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import Trash2 from 'lucide-react/icons/trash';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { User } from '@skein/contracts/users';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { useDialogs } from '../../../lib/dialogs.tsx';
import { paths } from '../../../lib/paths.ts';
import { t } from '../../../i18n/index.ts';
import { useBlock } from '../../relationships/block-and-mute.mutation.ts';
import { profileQuery } from '../../users/profile.queries.ts';
import {
  useConversation,
  useConversationState,
  useConversationStore,
} from '../conversation/use-conversation.ts';

/** The style of links and buttons in the info panel. */
export const entryClass =
  'flex min-h-11 items-center gap-3 rounded-md px-3 text-left font-medium transition-colors hover:bg-hover active:bg-pressed disabled:opacity-50';

interface InfoEntryProps {
  icon: LucideIcon;
  label: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
}

/** A button in the info panel. */
export function InfoEntry(props: InfoEntryProps) {
  const { icon: Icon, label, isDangerous = false, isDisabled = false, onSelect } = props;
  return (
    <button
      type="button"
      disabled={isDisabled}
      onClick={onSelect}
      className={classNames(entryClass, isDangerous && 'text-danger')}
    >
      <Icon className="size-5" aria-hidden />
      {label}
    </button>
  );
}

/** Pins the conversation or unpins it. Requests and empty conversations cannot be pinned. */
export function PinEntry() {
  const store = useConversationStore();
  const isPinned = useConversationState((state) => state.settings.isPinned);
  const canPin = useConversationState(
    ({ isRequest, messages }) => !isRequest && messages.length > 0,
  );
  if (!isPinned && !canPin) return null;
  return (
    <InfoEntry
      icon={isPinned ? PinOff : Pin}
      label={t(isPinned ? 'chat.unpin' : 'chat.pin')}
      onSelect={() => void store.settings.change({ isPinned: !isPinned })}
    />
  );
}

interface ReportEntryProps {
  /** Called before the report dialog opens. */
  onReport: (() => void) | undefined;
}

/** Reports the other member, or the group with its last messages. */
export function ReportEntry({ onReport }: ReportEntryProps) {
  const { openReport } = useDialogs();
  const { conversationId, title: name, user } = useConversation();
  const report = () => {
    onReport?.();
    // Deferred until the panel has released the focus.
    if (user) setTimeout(openReport, 0, { targetType: 'user', targetId: user.id, name });
    else setTimeout(openReport, 0, { targetType: 'group', targetId: conversationId, name });
  };
  return <InfoEntry icon={Flag} label={t('chat.report')} onSelect={report} />;
}

/** Blocks the other member after confirmation, or unblocks them. */
export function BlockEntry({ user }: { user: User }) {
  const store = useConversationStore();
  const { data: profile } = useQuery(profileQuery(user.id));
  const [isConfirming, setIsConfirming] = useState(false);
  // A block changes whether the viewer may write.
  const block = useBlock(user, () => void store.load());
  const isBlocked = profile?.isBlocked === true;
  return (
    <>
      <InfoEntry
        icon={Ban}
        label={t(isBlocked ? 'chat.unblock' : 'chat.block')}
        isDangerous={!isBlocked}
        isDisabled={block.isPending}
        onSelect={() => (isBlocked ? block.mutate(false) : setIsConfirming(true))}
      />
      <BlockConfirmation
        name={user.name}
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => block.mutate(true)}
      />
    </>
  );
}

interface BlockConfirmationProps {
  name: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

export function BlockConfirmation({ name, isOpen, onClose, onConfirm }: BlockConfirmationProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('chat.blockTitle', { name })}
      text={t('chat.blockText')}
      confirmLabel={t('chat.block')}
      isDangerous
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
      onCancel={onClose}
    />
  );
}

/** Clears the conversation for the viewer after confirmation. */
export function DeleteEntry({ onDeleted }: { onDeleted: () => void }) {
  const store = useConversationStore();
  const { title: name } = useConversation();
  const navigate = useNavigate();
  const [isConfirming, setIsConfirming] = useState(false);
  const clear = async () => {
    setIsConfirming(false);
    if (!(await store.settings.clear())) return;
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
