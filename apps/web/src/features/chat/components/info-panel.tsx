import { Dialog } from '@base-ui/react/dialog';
import { Ban, Flag, Trash2, User, X } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import type { Person } from '@skein/contracts/users';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Switch } from '../../../components/ui/switch.tsx';
import { useBlock } from '../../people/api/block.mutation.ts';
import { profileQuery } from '../../people/api/profile.queries.ts';
import { classNames } from '../../../lib/class-names.ts';
import { useCloseOnBack } from '../../../lib/close-on-back.ts';
import { enPeople } from '../../../lib/i18n/en-people.ts';
import { addMessages, t } from '../../../lib/i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { openReport } from '../../../lib/report-request.ts';
import type { Conversation } from '../model/conversation.ts';
import { askToSystemNotify } from '../model/system-notification.ts';
import { useConversationState } from '../model/use-conversation.ts';

addMessages(enPeople);

interface InfoPanelProps {
  conversation: Conversation;
  partner: Person;
  isOpen: boolean;
  onClose: () => void;
}

/** Beside a conversation: how one wants it, and what one can do about it and the other. */
export function InfoPanel({ conversation, partner, isOpen, onClose }: InfoPanelProps) {
  const { name, username, picture } = partner;
  const [question, setQuestion] = useState<'block' | 'delete' | null>(null);
  useCloseOnBack(isOpen, onClose);
  return (
    <>
      <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
          <Dialog.Popup className="fixed inset-y-0 right-0 z-40 flex w-full flex-col overflow-y-auto bg-raised outline-none transition data-ending-style:translate-x-4 data-ending-style:opacity-0 data-starting-style:translate-x-4 data-starting-style:opacity-0 sm:w-aside sm:shadow-raised">
            <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
              <Dialog.Title className="min-w-0 grow truncate text-lg font-semibold">
                {t('chat.info')}
              </Dialog.Title>
              <Dialog.Close render={<IconButton icon={X} label={t('common.close')} />} />
            </header>
            <div className="flex flex-col items-center gap-2 px-4 pt-6 pb-5 text-center">
              <Avatar name={name} picture={picture} size="xl" />
              <div className="min-w-0 max-w-full">
                <p className="truncate text-lg font-semibold">{name}</p>
                <p className="truncate text-muted">@{username}</p>
              </div>
            </div>
            <Settings conversation={conversation} />
            <div className="flex flex-col border-t border-line p-2">
              <Link to={paths.profile(username)} className={entryClass}>
                <User size={20} aria-hidden />
                {t('chat.viewProfile')}
              </Link>
              <Entry
                icon={Flag}
                label={t('chat.report')}
                onSelect={() => openReport({ targetType: 'user', targetId: partner.id, name })}
              />
              <BlockEntry
                conversation={conversation}
                partner={partner}
                isAsking={question === 'block'}
                onAsk={(isAsking) => setQuestion(isAsking ? 'block' : null)}
              />
              <Entry
                icon={Trash2}
                label={t('chat.delete')}
                isDangerous
                onSelect={() => setQuestion('delete')}
              />
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <DeleteQuestion
        conversation={conversation}
        name={name}
        isOpen={question === 'delete'}
        onClose={() => setQuestion(null)}
        onDeleted={onClose}
      />
    </>
  );
}

const entryClass =
  'flex min-h-11 items-center gap-3 rounded-md px-3 text-left font-medium transition-colors hover:bg-hover active:bg-pressed';

interface EntryProps {
  icon: LucideIcon;
  label: string;
  isDangerous?: boolean;
  onSelect: () => void;
}

function Entry({ icon: Icon, label, isDangerous = false, onSelect }: EntryProps) {
  return (
    <button
      type="button"
      onClick={onSelect}
      className={classNames(entryClass, isDangerous && 'text-danger')}
    >
      <Icon size={20} aria-hidden />
      {label}
    </button>
  );
}

function Settings({ conversation }: { conversation: Conversation }) {
  const { isMuted, isIgnored } = useConversationState(conversation, (state) => state.settings);
  return (
    <div className="flex flex-col gap-4 border-t border-line p-4">
      <Switch
        label={t('chat.mute')}
        hint={t('chat.muteHint')}
        checked={isMuted}
        onChange={({ target }) => {
          void conversation.changeSettings({ isMuted: target.checked });
          if (!target.checked) void askToSystemNotify();
        }}
      />
      <Switch
        label={t('chat.ignore')}
        hint={t('chat.ignoreHint')}
        checked={isIgnored}
        onChange={({ target }) => void conversation.changeSettings({ isIgnored: target.checked })}
      />
    </div>
  );
}

interface BlockEntryProps {
  conversation: Conversation;
  partner: Person;
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
}

function BlockEntry({ conversation, partner, isAsking, onAsk }: BlockEntryProps) {
  const { data: profile } = useQuery(profileQuery(partner.id));
  const block = useBlock(partner, () => void conversation.load());
  const isBlocked = profile?.isBlocked === true;
  return (
    <>
      <Entry
        icon={Ban}
        label={t(isBlocked ? 'chat.unblock' : 'chat.block')}
        isDangerous={!isBlocked}
        onSelect={() => (isBlocked ? block.mutate(false) : onAsk(true))}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('chat.blockTitle', { name: partner.name })}
        text={t('chat.blockText')}
        confirmLabel={t('chat.block')}
        isDangerous
        onConfirm={() => {
          onAsk(false);
          block.mutate(true);
        }}
        onCancel={() => onAsk(false)}
      />
    </>
  );
}

interface DeleteQuestionProps {
  conversation: Conversation;
  name: string;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteQuestion(props: DeleteQuestionProps) {
  const { conversation, name, isOpen, onClose, onDeleted } = props;
  const navigate = useNavigate();
  const clear = async () => {
    onClose();
    if (!(await conversation.clear())) return;
    onDeleted();
    await navigate(paths.messages);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('chat.deleteTitle')}
      text={t('chat.deleteText', { name })}
      confirmLabel={t('chat.deleteConfirm')}
      isDangerous
      onConfirm={() => void clear()}
      onCancel={onClose}
    />
  );
}
