import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { isRemoteUsername } from '@skein/contracts/text';
import { Handle } from '../../../ui/handle.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { VerifiedBadge } from '../../../ui/verified-badge.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { paths } from '../../../lib/paths.ts';
import { getHandle } from './author-handle.ts';
import { AuthorName } from './author-name.tsx';
import { EditedButton } from './edited-button.tsx';

// Most threads are public.
const AudienceIcon = lazy(async () => ({
  default: (await import('./audience-icon.tsx')).AudienceIcon,
}));

/**
 * Author and time in one line. If space is short, the handle is truncated before the name. The handle of an account of
 * another server wraps instead, because its domain distinguishes accounts with the same name. Each link has the target
 * size of WCAG 2.5.8 and is no wider than its visible text. On touch screens it is higher, mostly above the line, where
 * cards have no other target.
 */
export function ThreadByline({ thread }: { thread: Thread | QuotedThread }) {
  const handle = getHandle(thread);
  const isRemote = isRemoteUsername(handle);
  return (
    <div
      className={classNames(
        'flex min-w-0 grow leading-6',
        isRemote ? 'flex-wrap gap-x-1.5' : 'max-[16rem]:flex-wrap',
      )}
    >
      <span
        className={classNames('flex max-w-max min-w-0 grow', isRemote ? 'basis-20' : 'basis-1/2')}
      >
        <AuthorName thread={thread} />
        {thread.isUserVerified && <VerifiedBadge className="ml-1 self-center" />}
      </span>
      <span className={isRemote ? 'flex max-w-full min-w-0' : 'contents'}>
        {handle !== null && (
          <span
            className={classNames(
              'min-w-0 text-muted',
              !isRemote && 'ml-1.5 shrink-1000 truncate max-[22rem]:hidden',
            )}
          >
            <Handle username={handle} />
          </span>
        )}
        <span className="flex shrink-0 text-muted">
          <Dot />
          <Link
            to={paths.thread(thread.id)}
            className="min-w-6 rounded-sm hover:underline pointer-coarse:-mx-2 pointer-coarse:-mt-3 pointer-coarse:-mb-1 pointer-coarse:min-w-10 pointer-coarse:px-2 pointer-coarse:pt-3 pointer-coarse:pb-1"
          >
            <RelativeTime time={thread.createdAt} />
          </Link>
          {thread.audience !== 'public' && (
            <>
              <Dot />
              <Suspense fallback={<span className="size-4" />}>
                <AudienceIcon audience={thread.audience} />
              </Suspense>
            </>
          )}
          {thread.editedAt !== null && (
            <>
              <Dot />
              <EditedButton thread={thread} />
            </>
          )}
        </span>
      </span>
    </div>
  );
}

function Dot() {
  return (
    <span aria-hidden="true" className="mx-1">
      ·
    </span>
  );
}
