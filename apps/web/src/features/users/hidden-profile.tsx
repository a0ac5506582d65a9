import Ban from 'lucide-react/icons/ban';
import Lock from 'lucide-react/icons/lock';
import type { Profile } from '@skein/contracts/users';
import { t } from '../../i18n/index.ts';
import { Notice } from '../../ui/notice.tsx';

/** Replaces the threads of a private account or of a user the viewer has blocked. */
export function HiddenProfile({ profile }: { profile: Profile }) {
  const { name, isBlocked, followRequestStatus } = profile;
  if (isBlocked) {
    return (
      <Notice
        icon={Ban}
        title={t('profilePage.blockedTitle', { name })}
        text={t('profilePage.blockedText')}
      />
    );
  }
  const text =
    followRequestStatus === null ? 'profilePage.privateText' : 'profilePage.privateRequestedText';
  return <Notice icon={Lock} title={t('profilePage.privateTitle')} text={t(text, { name })} />;
}

/** Whether anything of a user is visible beyond their profile. */
export function isHidden({ isBlocked, canViewThreads }: Profile): boolean {
  return isBlocked || !canViewThreads;
}
