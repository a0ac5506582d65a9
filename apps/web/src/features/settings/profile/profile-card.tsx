import type { CurrentUser } from '@skein/contracts/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ProfileImages } from '../../users/profile-images.tsx';
import { t } from '../../../i18n/index.ts';
import { TextSegments } from '../../threads/card/thread-text.tsx';
import { paths } from '../../../lib/paths.ts';

interface ProfileCardProps {
  user: CurrentUser;
  /** The saved or the unsaved one, like `banner`. */
  picture: string | null;
  banner: string | null;
  action: ReactNode;
}

/** The saved profile of the viewer. */
export function ProfileCard({ user, picture, banner, action }: ProfileCardProps) {
  const { name, username, bio } = user;
  return (
    <section aria-label={name} className="flex flex-col gap-3 border-b border-line p-4">
      <ProfileImages name={name} picture={picture} banner={banner}>
        {action}
      </ProfileImages>
      <div>
        <h2 className="text-xl leading-tight font-bold wrap-anywhere">{name}</h2>
        <p className="text-muted">@{username || t('profile.usernamePlaceholder')}</p>
      </div>
      {bio !== null && (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          <TextSegments content={bio} />
        </p>
      )}
      <Link
        to={paths.profile(username || user.id)}
        className="finger w-fit rounded-sm font-medium text-accent hover:underline"
      >
        {t('profile.public')}
      </Link>
    </section>
  );
}
