import AlarmClock from 'lucide-react/icons/alarm-clock';
import Ban from 'lucide-react/icons/ban';
import Flag from 'lucide-react/icons/flag';
import LinkIcon from 'lucide-react/icons/link';
import ListPlus from 'lucide-react/icons/list-plus';
import MoreHorizontal from 'lucide-react/icons/ellipsis';
import StickyNote from 'lucide-react/icons/sticky-note';
import Repeat2 from 'lucide-react/icons/repeat-2';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { lazy, Suspense, useState } from 'react';
import type { ProfileDetails } from '@skein/contracts/users';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { toast } from '../../lib/toast.ts';
import { useBlock, useMute, useMuteReposts } from './block-and-mute.mutation.ts';
import { formatMuteEnd } from './format-mute-end.ts';
import { useServerBlock } from './use-server-block.tsx';
import { useDialogs } from '../../lib/dialogs.tsx';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

const MuteDialog = lazy(async () => ({
  default: (await import('./mute-dialog.tsx')).MuteDialog,
}));

interface UserMenuProps {
  profile: ProfileDetails;
  /** Called after a block or mute has changed which threads the viewer sees. */
  onRelationChange: () => void;
  /** Opens the lists of the viewer. */
  onAddToLists: () => void;
  onEditNote: () => void;
}

/** The actions on a user other than following. */
export function UserMenu({ profile, onRelationChange, onAddToLists, onEditNote }: UserMenuProps) {
  const { id, name, username, isMuted, mutedUntil, isBlocked, areRepostsMuted, note } = profile;
  const { openReport } = useDialogs();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isTimedMuteOpen, setIsTimedMuteOpen] = useState(false);
  const block = useBlock(profile, onRelationChange);
  const mute = useMute(profile, onRelationChange);
  const muteReposts = useMuteReposts(profile, onRelationChange);
  const serverBlock = useServerBlock(profile, onRelationChange);
  return (
    <>
      <Menu
        label={t('userMenu.label', { name })}
        align="end"
        renderTrigger={(props) => (
          <IconButton
            {...props}
            icon={MoreHorizontal}
            size="sm"
            iconSize={18}
            label={t('userMenu.label', { name })}
            className="border border-line"
          />
        )}
        items={[
          {
            label: t('userMenu.copyLink'),
            icon: LinkIcon,
            onSelect: () => void copyLink(username),
          },
          {
            label: t(note ? 'profilePage.editNote' : 'profilePage.addNote'),
            icon: StickyNote,
            onSelect: () => setTimeout(onEditNote, 0),
          },
          ...(isBlocked
            ? []
            : [
                {
                  label: t('userMenu.addToLists'),
                  icon: ListPlus,
                  onSelect: () => setTimeout(onAddToLists, 0),
                },
                {
                  label: t(areRepostsMuted ? 'userMenu.showReposts' : 'userMenu.hideReposts'),
                  icon: Repeat2,
                  isDisabled: muteReposts.isPending,
                  onSelect: () => muteReposts.mutate(!areRepostsMuted),
                },
                {
                  label: t(isMuted ? 'userMenu.unmute' : 'userMenu.mute', { name }),
                  icon: isMuted ? Volume2 : VolumeX,
                  hint: mutedUntil === null ? undefined : formatMuteEnd(mutedUntil),
                  isDisabled: mute.isPending,
                  onSelect: () => mute.mutate(!isMuted),
                },
                ...(isMuted
                  ? []
                  : [
                      {
                        label: t('userMenu.muteFor'),
                        icon: AlarmClock,
                        onSelect: () => setTimeout(setIsTimedMuteOpen, 0, true),
                      },
                    ]),
              ]),
          {
            label: t(isBlocked ? 'userMenu.unblock' : 'userMenu.block', { name }),
            icon: Ban,
            isDangerous: !isBlocked,
            isDisabled: block.isPending,
            onSelect: () =>
              isBlocked ? block.mutate(false) : setTimeout(setIsConfirming, 0, true),
          },
          ...serverBlock.items,
          {
            label: t('userMenu.report', { name }),
            icon: Flag,
            isDangerous: true,
            // Deferred until the menu has returned the focus to its button, so the dialog can too.
            onSelect: () =>
              setTimeout(openReport, 0, { targetType: 'user', targetId: id, name, username }),
          },
        ]}
      />
      {isTimedMuteOpen && (
        <Suspense>
          <MuteDialog
            user={profile}
            onClose={() => setIsTimedMuteOpen(false)}
            onMuted={onRelationChange}
          />
        </Suspense>
      )}
      {serverBlock.dialog}
      {isConfirming && (
        <Suspense>
          <ConfirmDialog
            isOpen
            title={t('userMenu.blockTitle', { name })}
            text={t('userMenu.blockText')}
            confirmLabel={t('userMenu.blockConfirm')}
            isDangerous
            onConfirm={() => {
              setIsConfirming(false);
              block.mutate(true);
            }}
            onCancel={() => setIsConfirming(false)}
          />
        </Suspense>
      )}
    </>
  );
}

async function copyLink(username: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(paths.profile(username), location.origin).href);
    toast.success(t('userMenu.linkCopied'));
  } catch {
    toast.error(t('userMenu.actionFailed'));
  }
}
