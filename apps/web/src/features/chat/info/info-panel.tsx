import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import UserIcon from 'lucide-react/icons/user';
import X from 'lucide-react/icons/x';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { User } from '@skein/contracts/users';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useCloseOnBack } from '../../../lib/history-layers.tsx';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { useMediaQuery } from '../../../lib/media-query.ts';
import { useKeyboardShortcuts } from '../../../lib/keyboard-shortcuts.ts';
import { paths } from '../../../lib/paths.ts';
import { profileQuery } from '../../users/profile.queries.ts';
import { requestSystemNotifications } from '../../../lib/system-notification-permission.ts';
import {
  useConversation,
  useConversationState,
  useConversationStore,
} from '../conversation/use-conversation.ts';
import { BlockEntry, DeleteEntry, entryClass, PinEntry, ReportEntry } from './entries.tsx';

const GroupInfo = lazy(() =>
  withMessages(
    async () => ({ default: (await import('../groups/group-info.tsx')).GroupInfo }),
    'groups',
  ),
);

/** The width from which the panel fits next to the conversation. */
const wideWindow = '(width >= 80rem)';
const asideClass = 'flex w-72 shrink-0 flex-col overflow-y-auto border-l border-line outline-none';
/** Hides the focus guards of the panel, which it does not need if it is not modal. Dialogs in it keep their guards. */
const unguardedClass =
  'contents [&>[data-base-ui-focus-guard]]:hidden [&>*>[data-base-ui-focus-guard]]:hidden';
const dialogClass =
  'fixed inset-y-0 right-0 z-40 flex w-full flex-col overflow-y-auto bg-raised outline-none transition data-ending-style:translate-x-4 data-ending-style:opacity-0 data-starting-style:translate-x-4 data-starting-style:opacity-0 sm:w-aside sm:shadow-raised';

interface InfoPanelProps {
  isOpen: boolean;
  onClose: () => void;
}

/**
 * The settings of a conversation, and the actions on it and its other member: next to the conversation
 * where there is room, else a modal dialog over it. Both are one element, so that the dialogs opened
 * from it stay open when the width of the window changes.
 */
export function InfoPanel({ isOpen, onClose }: InfoPanelProps) {
  const isWide = useMediaQuery(wideWindow);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useCloseOnBack(isOpen && !isWide, onClose);
  useCloseBehindFocus({ isModal: !isWide, isOpen, slot, onClose });
  useKeyboardShortcuts(isOpen && isWide ? { Escape: onClose } : {});
  const handleOpenChange = (_open: boolean, details: Dialog.Root.ChangeEventDetails) => {
    if (isWide && details.reason === 'escape-key') {
      // A shortcut of the page, which the message box beside the panel may handle first.
      details.cancel();
      details.allowPropagation();
    } else {
      onClose();
    }
  };
  return (
    <div ref={setSlot} className={isWide ? unguardedClass : 'contents'}>
      <Dialog.Root
        open={isOpen}
        modal={!isWide}
        disablePointerDismissal={isWide}
        onOpenChange={handleOpenChange}
      >
        <Dialog.Portal container={slot} className="contents">
          {!isWide && <Dialog.Backdrop className="scrim z-40" />}
          <Dialog.Popup
            {...(isWide && { role: 'complementary', 'data-info-panel': '' })}
            className={isWide ? asideClass : dialogClass}
          >
            <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
              <Dialog.Title className="min-w-0 grow truncate text-lg font-semibold">
                {t('chat.info')}
              </Dialog.Title>
              <Dialog.Close render={<IconButton icon={X} label={t('common.close')} />} />
            </header>
            <InfoContent onReport={isWide ? undefined : onClose} onDeleted={onClose} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </div>
  );
}

interface PanelState extends Pick<InfoPanelProps, 'isOpen' | 'onClose'> {
  isModal: boolean;
  /** Contains the panel and the dialogs opened from it. */
  slot: HTMLElement | null;
}

/** Closes a panel that becomes modal while the focus is outside: it takes the focus only when it opens. */
function useCloseBehindFocus({ isModal, isOpen, slot, onClose }: PanelState): void {
  const wasModal = useRef(isModal);
  const closeIfFocusIsOutside = useEffectEvent(() => {
    if (isOpen && slot?.contains(document.activeElement) !== true) onClose();
  });
  useEffect(() => {
    if (isModal && !wasModal.current) closeIfFocusIsOutside();
    wasModal.current = isModal;
  }, [isModal]);
}

interface InfoContentProps {
  /** Called before the report dialog opens. */
  onReport: (() => void) | undefined;
  onDeleted: () => void;
}

function InfoContent(props: InfoContentProps) {
  const { user } = useConversation();
  if (user) return <UserInfo {...props} user={user} />;
  return (
    <Suspense>
      <GroupInfo onReport={props.onReport} onLeft={props.onDeleted}>
        <Settings />
      </GroupInfo>
    </Suspense>
  );
}

function UserInfo({ user, onReport, onDeleted }: InfoContentProps & { user: User }) {
  const { id, name, username, picture } = user;
  // The server withholds the username if one of the two has blocked the other. Only who has blocked finds
  // the profile.
  const isBlocked = username === '';
  const { data: profile } = useQuery({ ...profileQuery(id), enabled: isBlocked, retry: false });
  return (
    <>
      <div className="flex flex-col items-center gap-2 px-4 pt-6 pb-5 text-center">
        <Avatar name={name} picture={picture} size="xl" />
        <div className="max-w-full min-w-0">
          <p className="truncate text-lg font-semibold">{name}</p>
          {!isBlocked && <p className="truncate text-muted">@{username}</p>}
        </div>
      </div>
      <Settings />
      <div className="flex flex-col border-t border-line p-2">
        <PinEntry />
        {!isBlocked && (
          <Link to={paths.profile(username)} className={entryClass}>
            <UserIcon className="size-5" aria-hidden />
            {t('chat.viewProfile')}
          </Link>
        )}
        {(!isBlocked || profile !== undefined) && (
          <>
            <ReportEntry onReport={onReport} />
            <BlockEntry user={user} />
          </>
        )}
        <DeleteEntry onDeleted={onDeleted} />
      </div>
    </>
  );
}

function Settings() {
  const store = useConversationStore();
  const { kind } = useConversation();
  const { isMuted, isIgnored, isMentionMuted } = useConversationState((state) => state.settings);
  return (
    <div className="flex flex-col gap-4 border-t border-line p-4">
      <Switch
        label={t('chat.mute')}
        hint={t('chat.muteHint')}
        checked={isMuted}
        onChange={({ target }) => {
          void store.settings.change({ isMuted: target.checked });
          if (!target.checked) void requestSystemNotifications();
        }}
      />
      {kind === 'group' && isMuted && (
        <Switch
          label={t('groups.muteMentions')}
          checked={isMentionMuted}
          onChange={({ target }) => void store.settings.change({ isMentionMuted: target.checked })}
        />
      )}
      <Switch
        label={t('chat.ignore')}
        hint={t('chat.ignoreHint')}
        checked={isIgnored}
        onChange={({ target }) => void store.settings.change({ isIgnored: target.checked })}
      />
    </div>
  );
}
