import { Link } from 'react-router-dom';
import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { EmojiText } from '../../../ui/emoji-text.tsx';
import { paths } from '../../../lib/paths.ts';

// Truncates the link itself, so that its click target and focus ring are as wide as the visible name.
const nameClass = 'block min-w-0 truncate rounded-sm font-semibold';

/** The author's name, linked to the profile. */
export function AuthorName({ thread }: { thread: Thread | QuotedThread }) {
  const { userUsername, userName } = thread;
  const name = (
    <bdi>
      <EmojiText text={userName ?? t('user.unknown')} authorUsername={userUsername} />
    </bdi>
  );
  if (userUsername === null) return <span className={nameClass}>{name}</span>;
  return (
    <Link
      to={paths.profile(userUsername)}
      className={`${nameClass} min-w-6 hover:underline pointer-coarse:-mt-3 pointer-coarse:-mb-1 pointer-coarse:min-w-10 pointer-coarse:pt-3 pointer-coarse:pb-1`}
    >
      {name}
    </Link>
  );
}
