import { Dialog } from '@base-ui/react/dialog';
import { Flag, User, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Person } from '@skein/contracts/users';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { Switch } from '../../../components/ui/switch.tsx';
import { useCloseOnBack } from '../../../lib/close-on-back.ts';
import { enPeople } from '../../../lib/i18n/en-people.ts';
import { addMessages, t } from '../../../lib/i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { openReport } from '../../../lib/report-request.ts';
import type { Conversation } from '../model/conversation.ts';
import { askToSystemNotify } from '../model/system-notification.ts';
import { useConversationState } from '../model/use-conversation.ts';
import { BlockEntry } from './block-entry.tsx';
import { DeleteEntry } from './delete-entry.tsx';
import { InfoEntry, entryClass } from './info-entry.tsx';

addMessages(enPeople);

interface InfoPanelProps {
  conversation: Conversation;
  partner: Person;
  isOpen: boolean;
  onClose: () => void;
}

/** Beside a conversation: how one wants it, and what one can do about it and the other. */
export function InfoPanel({ conversation, partner, isOpen, onClose }: InfoPanelProps) {
  const { id, name, username, picture } = partner;
  useCloseOnBack(isOpen, onClose);
  const report = () => {
    onClose();
    // Once the panel has let go of the focus.
    setTimeout(openReport, 0, { targetType: 'user', targetId: id, name });
  };
  return (
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
            <div className="max-w-full min-w-0">
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
            <InfoEntry icon={Flag} label={t('chat.report')} onSelect={report} />
            <BlockEntry conversation={conversation} partner={partner} />
            <DeleteEntry conversation={conversation} name={name} onDeleted={onClose} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
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
