import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { User } from '@skein/contracts/users';
import { Avatar } from '../../ui/avatar.tsx';
import { EmojiText } from '../../ui/emoji-text.tsx';
import { Handle } from '../../ui/handle.tsx';
import { VerifiedBadge } from '../../ui/verified-badge.tsx';
import { paths } from '../../lib/paths.ts';

interface UserRowProps {
  user: User;
  /** The buttons next to the name. */
  action?: ReactNode;
  /** Content below the bio. */
  children?: ReactNode;
}

/** A user in a list: picture, name, username and bio. */
export function UserRow({ user, action, children }: UserRowProps) {
  const { name, username, picture, bio, isUserVerified } = user;
  return (
    <div className="flex gap-3">
      <Avatar name={name} picture={picture} />
      <div className="flex min-w-0 grow flex-col gap-0.5">
        <div className="flex items-center gap-2">
          <Link
            to={paths.profile(username)}
            className="group finger min-w-0 grow rounded-sm leading-tight"
          >
            <span className="flex items-center gap-1 font-semibold">
              <span className="truncate group-hover:underline">
                <EmojiText text={name} authorUsername={username} />
              </span>
              {isUserVerified && <VerifiedBadge />}
            </span>
            <span className="flex text-sm text-muted">
              <Handle username={username} />
            </span>
          </Link>
          {action}
        </div>
        {bio !== null && (
          <p className="line-clamp-2 text-sm wrap-anywhere">
            <EmojiText text={bio} authorUsername={username} />
          </p>
        )}
        {children}
      </div>
    </div>
  );
}
