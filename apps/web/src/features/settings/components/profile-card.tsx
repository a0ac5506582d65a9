import type { CurrentUser } from '@skein/contracts/users';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Avatar } from '../../../ui/avatar.tsx';
import { t } from '../../../i18n/index.ts';
import { TextSegments } from '../../threads/card/thread-text.tsx';
import { paths } from '../../../lib/paths.ts';

interface ProfileCardProps {
  user: CurrentUser;
  /** The unsaved picture, or null if it is being removed. */
  newPicture: string | null | undefined;
  action: ReactNode;
}

/** The saved profile of the viewer. */
export function ProfileCard({ user, newPicture, action }: ProfileCardProps) {
  const { name, username, picture, bio } = user;
  return (
    <section aria-label={name} className="flex flex-col gap-3 border-b border-line p-4">
      <div className="flex items-start justify-between gap-3">
        <Avatar name={name} picture={newPicture === undefined ? picture : newPicture} size="xl" />
        {action}
      </div>
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
        className="w-fit rounded-sm font-medium text-accent hover:underline"
      >
        {t('profile.public')}
      </Link>
    </section>
  );
}
