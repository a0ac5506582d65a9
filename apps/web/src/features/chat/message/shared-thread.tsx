import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Thread } from '@skein/contracts/threads';
import { ApiError } from '../../../api/index.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { Picture } from '../../threads/media/picture.tsx';
import { threadQuery } from '../../threads/page/thread.queries.ts';

interface SharedThreadProps {
  threadId: string;
  /** Pictures of a message request are hidden. */
  isPictureHidden: boolean;
}

// The same size in all states, so that the messages do not move.
const boxClass =
  'flex h-28 w-72 max-w-full overflow-hidden rounded-lg border border-line bg-canvas';
const noticeClass = `${boxClass} flex-col items-center justify-center gap-2 px-3 text-center text-muted`;

/**
 * The card of a thread that a message shares. The server returns only threads that the viewer may
 * see; the request is repeated when the viewer returns to the page.
 */
export function SharedThread({ threadId, isPictureHidden }: SharedThreadProps) {
  const query = useQuery({
    ...threadQuery(useQueryClient(), threadId),
    refetchOnWindowFocus: true,
  });
  const { data: thread, error, isPending } = query;
  if (error instanceof ApiError && error.status === 404) return <Unavailable />;
  if (thread !== undefined && !thread.isDeleted) {
    return <ThreadCard thread={thread} isPictureHidden={isPictureHidden} />;
  }
  if (isPending) return <div aria-busy className={`${boxClass} animate-pulse bg-sunken`} />;
  if (error === null) return <Unavailable />;
  return (
    <div className={noticeClass}>
      <p>{t('chat.threadError')}</p>
      <Button size="sm" variant="secondary" onClick={() => void query.refetch()}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}

const Unavailable = () => <p className={noticeClass}>{t('chat.threadUnavailable')}</p>;

interface ThreadCardProps {
  thread: Thread;
  isPictureHidden: boolean;
}

function ThreadCard({ thread, isPictureHidden }: ThreadCardProps) {
  const { id, userUsername, userPicture, content, contentWarning, isSensitive } = thread;
  const name = thread.userName ?? t('user.unknown');
  const isHidden = isPictureHidden || isSensitive || contentWarning !== null;
  const picture = isHidden ? undefined : thread.media.find(hasPicture);
  return (
    <Link
      to={paths.thread(id)}
      aria-label={t('chat.openThread', { name })}
      className={`${boxClass} transition-colors hover:bg-hover`}
    >
      <span className="flex min-w-0 grow flex-col gap-1 p-3">
        <span className="flex min-w-0 items-center gap-1.5 text-sm">
          <Avatar name={name} picture={userPicture} size="xs" />
          <span className="truncate font-semibold">{name}</span>
          {userUsername !== null && <span className="truncate text-muted">@{userUsername}</span>}
        </span>
        <span dir="auto" className="line-clamp-3 text-sm wrap-anywhere">
          {contentWarning ?? content}
        </span>
      </span>
      {picture && (
        <span className="relative w-24 shrink-0 bg-sunken">
          <Picture media={picture} sizes="96px" isPaused />
        </span>
      )}
    </Link>
  );
}

const hasPicture = ({ mediaType, posterUrl }: Thread['media'][number]): boolean =>
  mediaType === 'image' || posterUrl !== null;
