import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Profile } from '@skein/contracts/users';
import { getDomain } from '@skein/contracts/text';
import Ban from 'lucide-react/icons/ban';
import Flag from 'lucide-react/icons/flag';
import ServerOff from 'lucide-react/icons/server-off';
import UserMinus from 'lucide-react/icons/user-minus';
import UserPlus from 'lucide-react/icons/user-plus';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { t } from '../../../i18n/index.ts';
import type { MenuItem } from '../../../ui/menu-item.ts';
import { useMute } from '../../relationships/block-and-mute.mutation.ts';
import { useFollow, useUnfollow } from '../../relationships/follow.mutation.ts';
import { profileQuery } from '../../users/profile.queries.ts';
import { threadKeys } from '../cache/thread-keys.ts';
import { openCardOverlay } from './card-overlay.ts';
import type { AnchoredOverlay } from './card-overlay.ts';
import { useDialogs } from '../../../lib/dialogs.tsx';

/**
 * The items about the author of another user's thread. Those that depend on the profile are disabled
 * until it is loaded, so that the menu keeps its size.
 */
export function useAuthorItems({ thread, screen }: AnchoredOverlay, isOther: boolean): MenuItem[] {
  const client = useQueryClient();
  const { openReport } = useDialogs();
  const { userId, userName } = thread;
  const id = userId ?? '';
  const name = userName ?? t('user.unknown');
  const { data: profile } = useQuery({ ...profileQuery(id), enabled: isOther && userId !== null });
  const follow = useFollow(id);
  const unfollow = useUnfollow(id);
  const mute = useMute(
    { id, name },
    () => void client.invalidateQueries({ queryKey: threadKeys.all }),
  );
  if (!isOther || userId === null) return [];
  const { label, hasFollowed } = followEntry(profile);
  const isMuted = profile?.isMuted === true;
  return [
    {
      label: t(label, { name }),
      icon: hasFollowed ? UserMinus : UserPlus,
      isDisabled: profile === undefined,
      onSelect: () => profile && (hasFollowed ? unfollow : follow).mutate(profile),
    },
    {
      label: t(isMuted ? 'userMenu.unmute' : 'userMenu.mute', { name }),
      icon: isMuted ? Volume2 : VolumeX,
      isDisabled: profile === undefined,
      onSelect: () => mute.mutate(!isMuted),
    },
    {
      label: t('userMenu.block', { name }),
      icon: Ban,
      isDangerous: true,
      onSelect: () => openCardOverlay({ kind: 'block', thread, screen }),
    },
    ...listServerItems({ thread, screen }),
    {
      label: t('postMenu.report'),
      icon: Flag,
      isDangerous: true,
      onSelect: () =>
        openReport({
          targetType: 'thread',
          targetId: thread.id,
          name,
          authorId: userId,
          username: thread.userUsername,
        }),
    },
  ];
}

/** Blocks the server of an account of another server. */
function listServerItems({
  thread,
  screen,
}: Pick<AnchoredOverlay, 'thread' | 'screen'>): MenuItem[] {
  const domain = getDomain(thread.userUsername);
  if (domain === undefined) return [];
  const onSelect = () => openCardOverlay({ kind: 'block-server', thread, screen });
  const label = t('userMenu.blockServer', { domain });
  return [{ label, icon: ServerOff, isDangerous: true, onSelect }];
}

/** `hasFollowed`: also if the author of a private account has not decided yet. */
function followEntry(profile: Profile | undefined) {
  if (profile?.isFollowing) return { label: 'postMenu.unfollow', hasFollowed: true } as const;
  return profile?.followRequestStatus === 'PENDING'
    ? ({ label: 'users.withdrawNamed', hasFollowed: true } as const)
    : ({ label: 'users.followUser', hasFollowed: false } as const);
}
