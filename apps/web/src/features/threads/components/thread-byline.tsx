import { Link } from 'react-router-dom';
import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { RelativeTime } from '../../../components/ui/relative-time.tsx';
import { VerifiedBadge } from '../../../components/ui/verified-badge.tsx';
import { t } from '../../../lib/i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { openCardLayer } from '../model/card-layer.ts';
import { handleOf } from '../model/handle.ts';

/** Who wrote it and when, in one line: where room is short, the handle goes before the name. */
export function ThreadByline({ thread }: { thread: Thread | QuotedThread }) {
  const handle = handleOf(thread);
  const { userUsername, userName } = thread;
  const name = <bdi className="font-semibold">{userName ?? t('person.unknown')}</bdi>;
  return (
    <div className="flex min-w-0 items-baseline">
      <p className="min-w-0 truncate">
        {userUsername === null ? (
          name
        ) : (
          <Link to={paths.profile(userUsername)} className="hover:underline">
            {name}
          </Link>
        )}
        {thread.isUserVerified && <VerifiedBadge className="ml-1 inline align-[-0.22em]" />}
        {handle !== null && <span className="ml-1.5 text-muted">@{handle}</span>}
      </p>
      <p className="shrink-0 text-muted">
        <span aria-hidden="true" className="mx-1">
          ·
        </span>
        <Link to={paths.thread(thread.id)} className="hover:underline">
          <RelativeTime time={thread.createdAt} />
        </Link>
        {thread.editedAt !== null && (
          <>
            {' · '}
            <button
              type="button"
              aria-haspopup="dialog"
              className="hover:underline"
              onClick={() => openCardLayer({ kind: 'history', thread, screen: 'feed' })}
            >
              {t('thread.edited')}
            </button>
          </>
        )}
      </p>
    </div>
  );
}
